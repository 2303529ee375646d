import { PublicRecordsError } from "@public-records/core"
import { basisOf } from "@public-records/answers/basis"
import type { Counts, MirrorCoverage } from "@public-records/mirror"
import { counted, grouped } from "@public-records/text/counts"
import { safeText } from "@public-records/text/safeText"
import { Effect, Result } from "effect"
import { rowCountOf } from "../collection/RowStore.ts"
import type { Local } from "../Source.ts"
import { invalidFilter, type ScreenSource } from "./ScreenSource.ts"

const daysIn = ({ complete, partial }: MirrorCoverage): string => counted(complete + partial.length, "day", "days")

/** Describes local records by their days, longest first. */
const labelsOf = ({ coverage, name, noun }: Local): ReadonlyArray<string> => {
  const files = safeText(name.replaceAll(/(^|, )[^,]*[/\\]/g, "$1"))
  const what = { mirror: "mirror", sample: "sample data", data: files }[noun]
  const { from, to } = coverage
  if (from === null || to === null) return [`${what} without complaints`, what]
  const days = daysIn(coverage)
  return [`${what}, ${from} to ${to}, ${days}`, `${what} to ${to}, ${days}`, `${what} to ${to}`, what]
}

/** Describes the records that are 100 % of every share. Equal complaints count once. */
const baseText = ({ records, reports }: Counts): string =>
  reports === records ? `all ${grouped(reports)}` : `all ${grouped(reports)}, equal ones counted once`

/** Returns the message of an error. It does not say that the service cannot be reached. */
const messageOf = (error: { readonly message: string }): string =>
  error instanceof PublicRecordsError && error.reason._tag === "Unavailable" ? error.reason.detail : error.message

const sampleHint = "M: real data from the FTC, no key "

/** Returns the members of local records on the screen. They need no key and have no limit, so no text mentions one. */
export const localOnScreen = (source: Local): ScreenSource => {
  const { coverage, name, noun, questions, records } = source
  const labels = labelsOf(source)
  return {
    records,
    rules: "local",
    name,
    questions: Result.succeed(questions),
    chartSubject: ({ key, query }) => ({
      // The days of a mirror grow while it is filled.
      identity: `${key} ${labels[0]}`,
      where: query,
      engine: Effect.succeed(questions),
      scopeOf: (counts, { text }) => ({ base: baseText(counts), basis: text }),
      isAll: true
    }),
    latestDay: (of) => Effect.map(questions.dates(of), (dates) => dates?.last ?? "latest"),
    newestDay: coverage.newest,
    checkNumber: questions.checkNumber,
    pagesPerUpdate: 25,
    labels: () => labels.slice(-2),
    accountTexts: () => labels.map((text) => [` ● ${text}`, noun === "sample" ? sampleHint : ""] as const),
    statusTexts: () => [basisOf(coverage).records],
    purpose: (_, filter) => `Shows: ${filter}`,
    wayOut: [],
    sameNumber: () => "# report on all complaints",
    restText: (store) => `${counted(rowCountOf(store) - store.loaded, "more row", "more rows")}, 50,000 rows at most`,
    loadAllTexts: () => [],
    exportCost: ({ rowCount }, noun) => `all ${counted(rowCount, noun.slice(0, -1), noun)}`,
    failure: (error) => ({
      ...(error.reason._tag === "InvalidQuery"
        ? invalidFilter
        : { title: `${noun.toUpperCase()} CANNOT BE READ`, short: "Check its files.", keys: "r retry" }),
      message: messageOf(error),
      advice: ""
    }),
    messageOf,
    noticesRemark: noun === "sample" ? "sample data: most of these companies are invented" : "",
    connectItem: {
      label: "use the service",
      hint: noun === "mirror" ? "M returns to the mirror" : `in place of the ${noun}`
    },
    beforeConnecting: [
      noun === "mirror"
        ? "The records then come from the service. Press M to return to the mirror."
        : "The records then come from the service."
    ]
  }
}
