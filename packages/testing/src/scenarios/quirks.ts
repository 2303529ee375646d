import { createHash } from "node:crypto"
import { type Quirks } from "@public-records/server"
import { type SampleComplaint, sampleComplaints } from "../Samples.ts"
import { inOrder, records, type Scenario } from "../Scenario.ts"
import { everyComplaint, everyNotice } from "./questions.ts"
import { lastFirst, newestFirst, orderedNewestFirst } from "./truth.ts"

const digestOf = (what: string, { id }: SampleComplaint): string =>
  createHash("sha256").update(`1 ${what} ${id}`).digest("hex")

/** Whether a complaint is among a share, by the server's documented rule and its first seed. */
const isAmong = (share: number, what: "double" | "shifted", complaint: SampleComplaint): boolean =>
  Number.parseInt(digestOf(what, complaint).slice(0, 8), 16) / 2 ** 32 < share

const doubleOf = (complaint: SampleComplaint): SampleComplaint => ({
  ...complaint,
  id: digestOf("double", complaint).slice(32)
})

/** Every complaint under as many ids, by the server's documented rule. */
const withCopies = (copies: number): ReadonlyArray<string> =>
  orderedNewestFirst(
    sampleComplaints.flatMap((complaint) => [
      complaint,
      ...Array.from({ length: copies - 1 }, (_, copy) => ({
        ...complaint,
        id: digestOf(`copy ${copy + 1}`, complaint).slice(32)
      }))
    ])
  ).map(({ companyPhoneNumber }) => companyPhoneNumber)

const withDoubles = (share: number): ReadonlyArray<string> =>
  orderedNewestFirst([
    ...sampleComplaints,
    ...sampleComplaints.filter((complaint) => isAmong(share, "double", complaint)).map(doubleOf)
  ]).map(({ companyPhoneNumber }) => companyPhoneNumber)

const complaints = (
  name: string,
  statements: ReadonlyArray<number>,
  quirks: Quirks,
  marks: ReadonlyArray<string>
): Scenario => ({
  name,
  statements,
  setting: { ...inOrder, quirks },
  question: everyComplaint,
  outcome: records(marks)
})

const notShifted = newestFirst((complaint) => !isAmong(0.2, "shifted", complaint))

const stockLimits = [
  { limit: 20, window: "1 second" },
  { limit: 150, window: "15 seconds" }
] as const

/** What the service does wrong now and then: a client loses nothing by it, and what it rejects is not in its records. */
export const quirks: ReadonlyArray<Scenario> = [
  complaints(
    "covers every complaint once, though an object stands where the total belongs",
    [5],
    { totals: "stray" },
    newestFirst()
  ),
  complaints("covers every complaint once, by a total under its other name", [5], { totals: "integer" }, newestFirst()),
  complaints(
    "takes the same complaint under two ids for two records, with the total that counts both",
    [49],
    { doubles: 0.3 },
    withDoubles(0.3)
  ),
  complaints(
    "takes every complaint under two ids for two records, though no total is claimed",
    [49],
    { doubles: 1, totals: "stray" },
    withDoubles(1)
  ),
  complaints("takes every complaint under two ids for two records", [49], { copies: 2 }, withCopies(2)),
  complaints(
    "takes every complaint under four ids for four records, though no total is claimed",
    [49],
    { copies: 4, totals: "stray" },
    withCopies(4)
  ),
  {
    ...complaints(
      "covers every complaint of a range once, though pages without a date are old ones",
      [49],
      { oldPages: true, totals: "stray" },
      newestFirst()
    ),
    question: {
      _tag: "ListComplaints",
      input: { createdFrom: "2021-01-01", createdTo: "2021-12-31" },
      wire: 'created_date_from="2021-01-01"&created_date_to="2021-12-31"&items_per_page=50',
      all: true
    }
  },
  complaints("covers every complaint once, though all pages overlap", [41], { overlaps: 1 }, newestFirst()),
  complaints(
    "covers every complaint once, though all pages overlap widely and no total is claimed",
    [41],
    { overlaps: 20, totals: "stray" },
    newestFirst()
  ),
  {
    ...complaints("covers every notice once, though all pages overlap", [41], { overlaps: 5 }, []),
    question: everyNotice,
    outcome: records(lastFirst("created"))
  },
  complaints(
    "covers every good complaint, though others have their values shifted",
    [13, 49],
    { shifted: 0.2 },
    notShifted
  ),
  complaints(
    "covers every good complaint once, though everything goes wrong at the same time",
    [13, 41, 49],
    { totals: "stray", doubles: 0.3, overlaps: 2, shifted: 0.2 },
    orderedNewestFirst([
      ...sampleComplaints,
      ...sampleComplaints.filter((complaint) => isAmong(0.3, "double", complaint)).map(doubleOf)
    ])
      .map(({ companyPhoneNumber }) => companyPhoneNumber)
      .filter((number) => notShifted.includes(number))
  ),
  {
    name: "covers every complaint once, though a burst of requests is refused for a while",
    statements: [33, 48],
    setting: {
      ...inOrder,
      burstLimits: [
        { limit: 60, window: "1 hour" },
        { limit: 1, window: "2 seconds" }
      ]
    },
    question: everyComplaint,
    outcome: records(newestFirst()),
    isSlow: true
  },
  {
    name: "covers every complaint once, within the stock limits on bursts",
    statements: [48],
    setting: { ...inOrder, burstLimits: stockLimits },
    question: everyComplaint,
    outcome: records(newestFirst())
  }
]
