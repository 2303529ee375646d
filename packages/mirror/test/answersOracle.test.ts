import { assert, describe, it } from "@effect/vitest"
import { readComplaintQuery } from "@public-records/core"
import { Dimension, type TopDimension } from "@public-records/mirror"
import { Effect, Stream } from "effect"
import { chosen, countsOf, type Filter, numberOf, type PlainCall, topOf, trendOf } from "./comparison/answersOracle.ts"
import { Choices } from "./comparison/Choices.ts"
import { daily, makeMemoryMirror, row } from "./mirrors.ts"

const newest = "2021-07-07"

const two = (number: number): string => String(number).padStart(2, "0")

/** A day: mostly the newest, otherwise one of the fifty before it or of the last year. */
const someDay = (choices: Choices): string =>
  choices.oneOf([
    newest,
    newest,
    "2020-02-29",
    new Date(Date.UTC(2021, 4, 18 + choices.below(50))).toISOString().slice(0, 10)
  ])

/** Times are few, so that many complaints are equal and many filters end at one. */
const someMoment = (choices: Choices): string =>
  `${someDay(choices)} ${two(choices.oneOf([0, 10, 23]))}:${two(choices.oneOf([0, 59]))}:${two(choices.oneOf([0, 1, 59]))}`

const states = ["Ohio", "Iowa", "Texas"] as const
const cities = ["Akron", "Parma"] as const
const areas = ["216", "330"] as const
const subjects = ["Other", "Reducing debt"] as const
const numbers = ["2165550100", "2165550101", "2165551100", "2165559900", "2175550100", "9165550101"] as const

const someCall = (choices: Choices): PlainCall => ({
  number: choices.happens(0.5)
    ? choices.oneOf([...numbers, "0000000000", "na", ""])
    : `21655${choices.between(50_000, 59_999)}`,
  created: someMoment(choices),
  called: choices.happens(0.7) ? "2021-07-06 00:00:00" : someMoment(choices),
  city: choices.oneOf([...cities, ""]),
  state: choices.oneOf([...states, ""]),
  area: choices.oneOf([...areas, ""]),
  subject: choices.oneOf([...subjects, ""]),
  robocall: choices.oneOf(["Y", "N", ""])
})

const someEnd = (choices: Choices): string => (choices.happens(0.5) ? someDay(choices) : someMoment(choices))

const someRange = (choices: Choices, from: string, to: string): Filter => {
  const [one, other] = [someEnd(choices), someEnd(choices)]
  const range = one.slice(0, 10) < other.slice(0, 10) ? { [from]: one, [to]: other } : { [from]: one }
  return choices.happens(0.3) ? { [to]: one } : range
}

/** Returns a random combination of filters. */
const someFilter = (choices: Choices): Filter => ({
  ...choices.oneOf([
    {},
    {},
    { createdDate: someDay(choices) },
    { days: String(choices.oneOf([1, 3, 40, 999])) },
    someRange(choices, "createdFrom", "createdTo")
  ]),
  ...choices.oneOf([{}, {}, { violationDate: someDay(choices) }, someRange(choices, "violationFrom", "violationTo")]),
  ...choices.oneOf([{}, {}, {}, { number: choices.oneOf([...numbers, "216555", "21655501", "999"]) }]),
  ...choices.oneOf([{}, {}, { state: choices.oneOf(states) }]),
  ...choices.oneOf([{}, {}, { city: choices.oneOf(cities) }]),
  ...choices.oneOf([{}, {}, {}, { areaCode: choices.oneOf(areas) }]),
  ...choices.oneOf([{}, {}, {}, { subject: choices.oneOf(subjects) }]),
  ...choices.oneOf([{}, {}, {}, { hour: choices.oneOf(["0", "10", "23"]) }]),
  ...choices.oneOf([{}, {}, {}, { robocall: choices.oneOf(["true", "false", "unknown"]) }])
})

/** Sorts the members of objects, so that texts of equal values are equal. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    one === null || typeof one !== "object" || Array.isArray(one)
      ? one
      : Object.fromEntries(Object.entries(one).toSorted(([left], [right]) => (left < right ? -1 : 1)))
  )

/** Spells a number in one of the forms that files have. */
const spelled = (choices: Choices, number: string): string =>
  /^\d{10}$/.test(number) && number !== "0000000000" ? `${choices.oneOf(["", "1", "+1"])}${number}` : number

/** A mirror with random complaints, of which one day has more than are counted at once. */
const filled = Effect.fnUntraced(function* (choices: Choices) {
  const { importText, mirror } = yield* makeMemoryMirror
  const calls = Array.from({ length: 2400 }, () => someCall(choices))
  const equal = calls.slice(0, 200)
  const rows = [...calls, ...equal].map((call) => row({ ...call, number: spelled(choices, call.number) }))
  yield* importText("rows.csv", daily(...rows))
  return { mirror, calls: [...calls, ...equal] }
})

describe("the answers of a mirror", () => {
  it.live("are those that plain code gives for random questions over random complaints", () =>
    Effect.gen(function* () {
      const choices = new Choices(1)
      const { calls, mirror } = yield* filled(choices)
      const problems: Array<string> = []
      const check = (question: unknown, found: unknown, expected: unknown): void => {
        if (sorted(found) === sorted(expected)) return
        problems.push(`${JSON.stringify(question)}: ${sorted(found)} instead of ${sorted(expected)}`)
      }
      for (let asked = 0; asked < 100; asked++) {
        const input = someFilter(choices)
        const where = yield* readComplaintQuery(input, "local")
        const matching = chosen(calls, input, newest)
        check(input, (yield* mirror.count(where)).value, countsOf(matching))
        const listed = yield* Stream.runCollect(
          mirror.records.complaints.stream({ ...where, sort: choices.oneOf(["asc", "desc"]) })
        )
        const datesOf = (dates: ReadonlyArray<string>) => dates.toSorted()
        check(
          ["list", input],
          datesOf(listed.map((one) => one.createdDate)),
          datesOf(matching.map((one) => one.created))
        )
        const by = choices.oneOf(Dimension.literals)
        const split = choices.happens(0.5) ? undefined : choices.oneOf(Dimension.literals)
        const trend = yield* mirror.trends({ by, split, where })
        check(["trend", by, split, input], trend.value.rows, trendOf(calls, input, newest, by, split))
        const of: TopDimension = choices.oneOf(["numbers", "numbers", "subjects", "states", "area-codes", "cities"])
        const [limit, places] = [choices.oneOf([1, 2, 10]), choices.oneOf([1, 1, 3, 9])]
        const top = yield* mirror.top({ of, limit, places, where })
        check(["top", of, limit, places, input], top.value, topOf(matching, of, limit, places))
        const number = choices.oneOf([...numbers, "216555", "21655501", "9995550100"])
        const others = chosen(calls, { ...input, number: undefined }, newest)
        check(["number", number, input], (yield* mirror.number(number, where)).value, numberOf(others, number))
      }
      assert.deepStrictEqual(problems.slice(0, 3), [])
    }).pipe(Effect.scoped)
  )
})
