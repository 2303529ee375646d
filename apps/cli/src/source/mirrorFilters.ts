import {
  ComplaintQuery,
  nearestName,
  type PublicRecords,
  subjects,
  UncheckedComplaintQuery
} from "@public-records/core"
import { type Mirror, type MirrorInput, mirrorParameters, parseMirrorQuery } from "@public-records/mirror"
import { DateTime, Effect, Option, Struct } from "effect"
import { failureOf, flagName, invalidQuery, mirrorFailure, usageFailure, usedTogether } from "../CommandFailure.ts"
import { type AnswerFilterFlags, type CommandFlags, complaintInputFlags } from "../flags.ts"

/** A mirror that a query is for, and its last day. */
export interface OpenedMirror {
  readonly records: PublicRecords["Service"]
  readonly last: string
}

type ListFilterFlags = Partial<CommandFlags<"complaints list">>

const inputOf = ({ createdFrom, createdTo, from, to, ...flags }: ListFilterFlags): MirrorInput => ({
  number: flags.number,
  subject: flags.subject,
  days: flags.days,
  createdDate: flags.createdDate,
  createdFrom: from ?? createdFrom,
  createdTo: to ?? createdTo,
  violationDate: flags.violationDate,
  violationFrom: flags.violationFrom,
  violationTo: flags.violationTo,
  state: flags.state,
  city: flags.city,
  areaCode: flags.areaCode,
  robocall: flags.robocall
})

/** Parses filters. With `--from`, a problem of `createdFrom` is one of that flag. */
const parsed = (flags: ListFilterFlags) => {
  if (flags.from !== undefined && flags.createdFrom !== undefined)
    return Effect.fail(usedTogether("--from", "--created-from"))
  if (flags.to !== undefined && flags.createdTo !== undefined) return Effect.fail(usedTogether("--to", "--created-to"))
  const member = (field: string): string => {
    if (field === "createdFrom" && flags.from !== undefined) return "from"
    return field === "createdTo" && flags.to !== undefined ? "to" : field
  }
  return Effect.mapError(
    parseMirrorQuery(inputOf(flags), (field) => flagName(member(field))),
    ({ problems }) => invalidQuery(problems.map(({ field, rule }) => ({ field: member(field), rule })))
  )
}

const countOf = (records: PublicRecords["Service"], unchecked: Readonly<Record<string, string>>) =>
  records.complaints.page(new UncheckedComplaintQuery({ unchecked, order: "DESC", limit: 1, offset: 0 })).pipe(
    Effect.map((page) => page.records.length),
    Effect.mapError((error) => failureOf(error))
  )

/** Fails if the mirror has no complaint with a subject or a city, as it is probably misspelled. */
export const checkNames = Effect.fnUntraced(function* (
  records: PublicRecords["Service"],
  { city, state, subject }: Pick<MirrorInput, "city" | "state" | "subject">
) {
  if (subject !== undefined && (yield* countOf(records, { subject })) === 0) {
    const labels = subjects.map(({ label }) => label)
    const word = subject.toLowerCase()
    const meant = labels.find((label) => label.toLowerCase().includes(word)) ?? nearestName(subject, labels)
    const fix = meant === undefined ? `Subjects are: ${labels.join("; ")}.` : `Did you mean "${meant}"?`
    return yield* usageFailure(`--subject: the mirror has no complaint with the subject "${subject}".`, fix)
  }
  if (city !== undefined && (yield* countOf(records, { city, ...(state === undefined ? {} : { state }) })) === 0) {
    const where = state === undefined ? "" : ` in ${state}`
    return yield* usageFailure(`--city: the mirror has no complaint from "${city}"${where}.`, "Check the spelling.")
  }
})

/** Replaces `--days` by a range that ends on the last day of the mirror. */
const withoutDays = (flags: ListFilterFlags, last: string): ListFilterFlags => {
  const end = DateTime.make(`${last}T00:00:00Z`)
  const start = Option.map(end, DateTime.subtract({ days: Number(flags.days) - 1 }))
  if (flags.days === undefined || Option.isNone(start)) return flags
  return { ...flags, days: undefined, from: DateTime.formatIsoDateUtc(start.value), to: last }
}

/** Parses the filters of a list: as a query of the service if it is one, so that an export knows its days. */
export const mirrorComplaintQuery = Effect.fnUntraced(function* (flags: ListFilterFlags, opened?: OpenedMirror) {
  const query = yield* parsed(flags)
  if (opened !== undefined) yield* checkNames(opened.records, query)
  const { number, offset, sort, subject } = flags
  const dated = opened === undefined ? flags : withoutDays(flags, opened.last)
  const { createdFrom, createdTo } = inputOf(dated)
  const serviceInput = { ...Struct.pick(dated, complaintInputFlags), createdFrom, createdTo }
  const plain = yield* Effect.option(ComplaintQuery.fromInput(serviceInput))
  if (Option.isSome(plain) && number === undefined && subject === undefined) return plain.value
  const page = yield* Effect.mapError(ComplaintQuery.fromInput({ sort, offset }, flagName), (error) => failureOf(error))
  const unchecked = mirrorParameters(yield* parsed(dated))
  return new UncheckedComplaintQuery({ unchecked, order: page.order, limit: page.limit, offset: page.offset })
})

/** Replaces `latest` by the newest day of the mirror, if it has one. */
const readDay = (mirror: Mirror["Service"], day: string | undefined) =>
  day?.trim().toLowerCase() === "latest"
    ? mirror.coverage().pipe(
        Effect.map(({ newest }) => newest ?? day),
        Effect.mapError(mirrorFailure)
      )
    : Effect.succeed(day)

/** Reads the filters of a question to a mirror. `latest` is its newest day. */
export const readMirrorQuery = Effect.fnUntraced(function* (mirror: Mirror["Service"], flags: AnswerFilterFlags) {
  const from = yield* readDay(mirror, flags.from)
  const to = yield* readDay(mirror, flags.to)
  const query = yield* parsed({ ...flags, from, to })
  yield* checkNames(mirror.records, query)
  return query
})
