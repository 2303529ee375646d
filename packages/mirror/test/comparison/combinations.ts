import {
  type Collection,
  type ComplaintInput,
  ComplaintQuery,
  type Notice,
  type NoticeInput,
  NoticeQuery,
  PublicRecords,
  type PublicRecordsError
} from "@public-records/core"
import { ReferenceServer } from "@public-records/server"
import { Context, Effect, Layer, Stream } from "effect"
import { Choices } from "./Choices.ts"
import { openAll } from "./compare.ts"
import { parties, someDay, someTime, titleWords } from "./records.ts"

/** A filter of a mirror, and which records have it: those of some queries of the service, or those that meet a test. */
interface Part<Input, Record> {
  readonly filter: Input
  readonly alone?: ReadonlyArray<Input>
  readonly isMet?: (record: Record) => boolean
}

const [never, always] = ["0001-01-01", "9999-12-31"]

/** Returns one of some values, or nothing. */
const perhaps = <Value>(choices: Choices, ...values: readonly [Value, ...ReadonlyArray<Value>]): ReadonlyArray<Value> =>
  choices.happens(0.5) ? [choices.oneOf(values)] : []

/** A filter that the service has, too. */
const own = <Input>(filter: Input) => ({ filter, alone: [filter] })

/** Returns random filters for complaints. */
const complaintParts = (choices: Choices): ReadonlyArray<Part<ComplaintInput, unknown>> => {
  const [day, called, moment] = [someDay(choices), someDay(choices), `${someDay(choices)} ${someTime(choices)}`]
  const state = choices.oneOf(["Ohio", "California", "New York"])
  return [
    perhaps<Part<ComplaintInput, unknown>>(
      choices,
      own({ createdDate: day }),
      own({ createdFrom: "2021-07-04", createdTo: "2021-07-06 10:00:00" }),
      { filter: { createdFrom: moment }, alone: [{ createdFrom: moment, createdTo: always }] },
      { filter: { createdTo: moment }, alone: [{ createdFrom: never, createdTo: moment }] }
    ),
    perhaps<Part<ComplaintInput, unknown>>(
      choices,
      own({ violationDate: called }),
      own({ violationFrom: "2021-07-04", violationTo: "2021-07-06 10:00:00" }),
      { filter: { violationFrom: called }, alone: [{ violationFrom: called, violationTo: always }] },
      { filter: { violationTo: called }, alone: [{ violationFrom: never, violationTo: called }] }
    ),
    perhaps<Part<ComplaintInput, unknown>>(
      choices,
      own({ state }),
      own({ state, city: choices.oneOf(["miami", "são paulo"]) })
    ),
    perhaps(choices, own({ areaCode: choices.oneOf(["614", "212"]) })),
    perhaps(choices, own({ robocall: choices.oneOf(["true", "false"]) }))
  ].flat()
}

const instantOf = (moment: string): number => Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(moment) ? moment : `${moment}Z`)

/** Returns random filters for notices. */
const noticeParts = (choices: Choices): ReadonlyArray<Part<NoticeInput, Notice>> => {
  const party = choices.oneOf(parties) || "nobody"
  const since = `${someDay(choices)}T${someTime(choices)}+02:00`
  return [
    perhaps(choices, {
      filter: { createdSince: since },
      isMet: ({ created }: Notice) => created !== null && instantOf(created) >= instantOf(since)
    }),
    perhaps(choices, { filter: { party }, alone: [{ acquiringParty: party }, { acquiredParty: party }] }),
    perhaps(choices, own({ acquiringParty: choices.oneOf(parties) })),
    perhaps(choices, own({ acquiredParty: choices.oneOf(parties) })),
    perhaps(choices, own({ date: someDay(choices) })).slice(choices.below(2)),
    perhaps(choices, own({ dateFrom: choices.oneOf(["2020-07-07", "2021-07-04", "2021-07-05"]) })),
    perhaps(choices, own({ dateTo: choices.oneOf(["2021-07-05", "2021-07-06"]) })),
    perhaps(choices, own({ title: choices.oneOf(titleWords) })),
    perhaps(choices, own({ titleContains: choices.oneOf(["inc", "AT&", "société", "e"]) })),
    perhaps(choices, own({ titleExactly: `20200001: ${party}; ${party}` })).slice(choices.below(2)),
    perhaps(choices, own({ transactionNumber: String(20_200_000 + choices.below(50)) })).slice(choices.below(2)),
    perhaps(choices, own({ id: `notice ${choices.below(50)}` })).slice(choices.below(2))
  ].flat()
}

/**
 * Asks a mirror for combinations of filters, and a reference server for each filter alone. Returns the combinations for which the mirror
 * does not list the records that all filters have in common, in the order of the server.
 */
export const compareCombinations = Effect.fnUntraced(function* (seed: number, count: number) {
  const choices = new Choices(seed)
  const { memory, server } = yield* openAll(choices)
  const { records } = memory
  const client = PublicRecords.layer({ apiKey: "DEMO_KEY", baseUrl: server.url, requestsPerHour: 1_000_000 }).pipe(
    Layer.provide(ReferenceServer.httpClient),
    Layer.provide(Layer.succeed(ReferenceServer, server))
  )
  const service = Context.get(yield* Layer.build(client), PublicRecords)
  const different: Array<string> = []
  let found = 0
  const check = Effect.fnUntraced(function* <Input extends object, Record extends { readonly id: string }>(
    parts: ReadonlyArray<Part<Input, Record>>,
    list: (input: Partial<Input>) => Stream.Stream<Record, PublicRecordsError>,
    { stream }: Pick<Collection<Partial<Input>, Record>, "stream">
  ) {
    let expected = yield* Stream.runCollect(list({}))
    for (const { alone, isMet } of parts) {
      const ids = new Set<string>()
      for (const query of alone ?? []) for (const { id } of yield* Stream.runCollect(list(query))) ids.add(id)
      expected = expected.filter((record) => isMet?.(record) ?? ids.has(record.id))
    }
    const query: Partial<Input> = {}
    for (const { filter } of parts) Object.assign(query, filter)
    const idsOf = (some: ReadonlyArray<Record>) => some.map(({ id }) => id).join(" ")
    const listed = yield* Stream.runCollect(stream(query))
    found += listed.length
    if (idsOf(listed) !== idsOf(expected))
      different.push(`${JSON.stringify(query)}: ${listed.length} instead of ${expected.length}`)
  })
  for (let asked = 0; asked < count; asked++) {
    if (choices.happens(0.5)) {
      const list = (input: ComplaintInput) =>
        Stream.unwrap(Effect.map(ComplaintQuery.fromInput(input), (query) => service.complaints.stream(query)))
      yield* check(complaintParts(choices), list, records.complaints)
    } else {
      const list = (input: NoticeInput) =>
        Stream.unwrap(Effect.map(NoticeQuery.fromInput(input), (query) => service.notices.stream(query)))
      yield* check(noticeParts(choices), list, records.notices)
    }
  }
  return { found, different }
})
