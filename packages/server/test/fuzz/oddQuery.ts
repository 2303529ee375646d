import type { SeededRandom } from "../../src/SeededRandom.ts"
import { mixedCase, oddDate, oddNumber, oddText } from "./oddText.ts"

type Pair = readonly [string, string]
type Pairs = ReadonlyArray<Pair>

const times = <A>(count: number, make: (n: number) => A): Array<A> => Array.from({ length: count }, (_, n) => make(n))

const complaintNames = [
  "created_date",
  "created_date_from",
  "created_date_to",
  "violation_date",
  "violation_date_from",
  "violation_date_to",
  "state",
  "city",
  "area_code",
  "is_robocall",
  "sort_order",
  "items_per_page",
  "offset"
] as const

const noticeNames = [
  "filter[title][value]",
  "filter[title][operator]",
  "filter[title]",
  "filter[transaction-number][value]",
  "filter[date][condition][value]",
  "filter[date][condition][path]",
  "filter[date][condition][operator]",
  "filter[id][value]",
  "filter[x][condition][value][]",
  "filter[x][condition][value][0]",
  "filter[created][value]",
  "filter",
  "filter[]",
  "filter[][value]",
  "filter[title][value][__proto__]",
  "filter[__proto__][value]",
  "filter[constructor][condition][path]",
  "filter[g][group][conjunction]",
  "filter[g][group][memberOf]",
  "sort",
  "sort[]",
  "sort[a][path]",
  "sort[a][direction]",
  "sort[__proto__][path]",
  "page[limit]",
  "page[offset]",
  "page[__proto__]",
  "title",
  "date",
  "sort_by"
] as const

const valueFor = (random: SeededRandom, name: string): string => {
  if (random.between(0, 3) === 0) return oddText(random)
  if (/limit|offset|per_page|area_code|number/.test(name)) return oddNumber(random)
  return name.includes("date") ? oddDate(random) : oddText(random)
}

/** Returns a few known parameters, mixed with unknown ones. */
const someParameters = (random: SeededRandom): Pairs =>
  times(random.between(0, 6), () => {
    const known = random.pick(random.between(0, 1) === 0 ? complaintNames : noticeNames)
    const name =
      [known, known, known, mixedCase(random, known), oddText(random), `${known}[]`][random.between(0, 5)] ?? known
    return [name, valueFor(random, known)]
  })

/** Returns a valid query, so that some responses are complete pages. */
const validQuery = (random: SeededRandom): Pairs => {
  const offset = String(random.between(0, 20_000))
  return random.pick<() => Pairs>([
    () => [
      ["items_per_page", String(random.between(1, 50))],
      ["offset", offset]
    ],
    () => [
      ["state", "Ohio"],
      ["city", "Columbus"],
      ["sort_order", "ASC"]
    ],
    () => [
      ["created_date_from", '"2021-07-07"'],
      ["created_date_to", '"2021-07-07 12:00:00"'],
      ["is_robocall", "true"]
    ],
    () => [
      ["area_code", String(random.between(201, 989))],
      ["offset", String(random.between(0, 60))]
    ],
    () => [
      ["violation_date", "2021-07-06"],
      ["items_per_page", "3"]
    ],
    () => [
      ["page[limit]", "2"],
      ["page[offset]", String(random.between(0, 3_100))],
      ["sort[a][path]", "created"]
    ],
    () => [
      ["filter[title][value]", "media"],
      ["sort[a][path]", "title"],
      ["sort[a][direction]", "ASC"]
    ],
    () => [
      ["filter[d][condition][path]", "date"],
      ["filter[d][condition][operator]", "="],
      ["filter[d][condition][value]", "2011-04-11"]
    ]
  ])()
}

/** Returns a query that a careless parser handles slowly: deep, wide or long. */
const heavyQuery = (random: SeededRandom): Pairs => {
  const many = random.pick([3, 30, 150, 1_000])
  return random.pick<() => Pairs>([
    () => [[`filter${"[".repeat(many * 2)}`, "x"]],
    () => [[`filter${"[a]".repeat(many)}`, "x"]],
    () => [["sort", times(many, () => random.pick(["title", "-created", "date", "", "nonsense"])).join(",")]],
    () => times(many, (n) => [`sort[s${n}][path]`, random.pick(["title", "created", "changed"])]),
    () => times(many, (n) => [`filter[f${n}][condition][path]`, "title"]),
    () =>
      times(many, (n) => n).flatMap((n): Pairs => [
        [`filter[g${n}][group][conjunction]`, random.pick(["AND", "OR", "XOR"])],
        [`filter[g${n}][group][memberOf]`, `g${random.pick([n - 1, n, n + 1, 0])}`]
      ]),
    () => times(many, () => ["filter[title][value][]", "a"]),
    () => [["filter[title][value]", times(many, () => random.pick(["a", '"b c"', '"'])).join("+")]],
    () => times(many, () => [random.pick(complaintNames), oddNumber(random)]),
    () => [["x", "y".repeat(random.pick([1_000, 8_000, 100_000]))]]
  ])()
}

/** Generates the query of a URL. Some queries do not consist of names and values. */
export const oddQuery = (random: SeededRandom): string => {
  const kind = random.between(0, 9)
  if (kind === 0) return ""
  if (kind === 1) return times(random.between(1, 8), () => oddText(random)).join(random.pick(["&", "=", ";", "?"]))
  const pairs = kind <= 4 ? validQuery(random) : kind <= 7 ? someParameters(random) : heavyQuery(random)
  const twice = random.between(0, 9) === 0 ? [...pairs, ...pairs] : pairs
  return twice.map(([name, value]) => `${name}=${value}`).join("&")
}
