import {
  type MirrorCoverage,
  type Covered,
  Mirror,
  type MirrorError,
  notVerified,
  type NumberReport,
  type PartyHistory,
  type PrefixReport,
  type SuffixReport,
  type ReportOptions,
  type Trends
} from "@public-records/mirror"
import { CivilDate, type InvalidQuery } from "@public-records/core"
import { Effect, Stream } from "effect"
import type { Local } from "../src/Source.ts"
import { type FakeRecords, makeFakeRecords } from "./fakeRecords.ts"

type Answer<A> = Effect.Effect<A, InvalidQuery | MirrorError>

/** The answers of the fake mirror. */
export interface FakeAnswers {
  readonly number: (typed: string) => Answer<NumberReport | PrefixReport | SuffixReport>
  readonly hours: (options?: ReportOptions) => Answer<Trends["rows"]>
  readonly party: (name: string) => Answer<PartyHistory>
  readonly dates: Mirror["Service"]["dates"]
}

const day = (date: string) => CivilDate.make(date)

/** Six of eight days. */
export const someDays: MirrorCoverage = {
  from: day("2021-06-30"),
  to: day("2021-07-07"),
  complete: 5,
  partial: [day("2021-07-06")],
  missing: [{ from: day("2021-07-03"), to: day("2021-07-04") }],
  unpublished: [],
  newest: day("2021-07-07"),
  readOnce: 0,
  setAside: 0,
  duplicates: 0,
  lastSync: null
}

const unused = Effect.die("not used by reports")

/** Local records that answer questions for reports. */
export const fakeLocal = ({ dates, hours, number, party }: FakeAnswers, content: Partial<FakeRecords> = {}): Local => {
  const records = Effect.runSync(makeFakeRecords(content))
  const covered = <A>(value: A): Covered<A> => ({ value, coverage: someDays, note: notVerified })
  const questions = Mirror.of({
    records,
    checkNumber: () => Effect.void,
    status: unused,
    coverage: () => Effect.succeed(someDays),
    days: () => unused,
    dates,
    count: () => unused,
    number: (typed) => Effect.map(number(typed), covered),
    top: () => unused,
    trends: ({ by }, options) => Effect.map(hours(options), (rows) => covered({ by, split: null, rows })),
    blocklist: () => unused,
    party,
    topParties: () => unused,
    countNotices: () => unused,
    readDay: () => unused,
    copyDay: () => unused,
    importFiles: () => Stream.die("not used by reports"),
    sync: () => Stream.die("not used by reports"),
    syncFrom: () => Stream.die("not used by reports"),
    verify: () => unused,
    compact: unused,
    copyTo: () => unused
  })
  return {
    _tag: "Local",
    records,
    questions,
    coverage: someDays,
    noun: "mirror",
    name: "mirror /home/me/mirror.duckdb"
  }
}
