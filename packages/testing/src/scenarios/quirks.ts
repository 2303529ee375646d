import { createHash } from "node:crypto"
import { type Quirks, type RateLimit } from "@public-records/server"
import { type SampleComplaint, sampleComplaints } from "../Samples.ts"
import { records } from "../Scenario.ts"
import { draft, type Draft } from "./Draft.ts"
import { allComplaints, everyComplaint, everyNotice } from "./requests.ts"
import { lastFirst, newestFirst, numbersNewestFirst } from "./expectedRecords.ts"

const digestOf = (what: string, { id }: SampleComplaint): string =>
  createHash("sha256").update(`1 ${what} ${id}`).digest("hex")

/** Whether the server selects a complaint for a quirk, by its documented rule and default seed. */
const isAmong = (share: number, what: "double" | "shifted", complaint: SampleComplaint): boolean =>
  Number.parseInt(digestOf(what, complaint).slice(0, 8), 16) / 2 ** 32 < share

/** Returns a complaint under another id. */
const copyOf = (what: string, complaint: SampleComplaint): SampleComplaint => ({
  ...complaint,
  id: digestOf(what, complaint).slice(32)
})

/** Returns every complaint under several ids, by the server's documented rule. */
const withCopies = (copies: number): ReadonlyArray<string> =>
  numbersNewestFirst(
    sampleComplaints.flatMap((complaint) => [
      complaint,
      ...Array.from({ length: copies - 1 }, (_, copy) => copyOf(`copy ${copy + 1}`, complaint))
    ])
  )

const withDoubles = (share: number): ReadonlyArray<string> =>
  numbersNewestFirst([
    ...sampleComplaints,
    ...sampleComplaints
      .filter((complaint) => isAmong(share, "double", complaint))
      .map((complaint) => copyOf("double", complaint))
  ])

const complaints = (
  name: string,
  statements: ReadonlyArray<number>,
  quirks: Quirks,
  identifiers: ReadonlyArray<string>
): Draft => draft(name, statements, everyComplaint, records(identifiers), { quirks })

const notShifted = newestFirst((complaint) => !isAmong(0.2, "shifted", complaint))

const stockLimits: ReadonlyArray<RateLimit> = [
  { limit: 20, window: "1 second" },
  { limit: 150, window: "15 seconds" }
]
const shortLimits: ReadonlyArray<RateLimit> = [
  { limit: 60, window: "1 hour" },
  { limit: 1, window: "2 seconds" }
]

const withinLimits = (how: string, statements: ReadonlyArray<number>, burstLimits: ReadonlyArray<RateLimit>): Draft =>
  draft(`returns every complaint once, ${how}`, statements, everyComplaint, records(newestFirst()), { burstLimits })

/** Irregularities of the service. Clients still return every valid record and no invalid one. */
export const quirks: ReadonlyArray<Draft> = [
  complaints("returns every complaint once, even if the total is an object", [5], { totals: "stray" }, newestFirst()),
  complaints("returns every complaint once if the total has its other name", [5], { totals: "integer" }, newestFirst()),
  complaints(
    "treats a complaint under two ids as two records if the total counts both",
    [49],
    { doubles: 0.3 },
    withDoubles(0.3)
  ),
  complaints(
    "treats every complaint under two ids as two records even if no total is reported",
    [49],
    { doubles: 1, totals: "stray" },
    withDoubles(1)
  ),
  complaints("treats every complaint under two ids as two records", [49], { copies: 2 }, withCopies(2)),
  complaints(
    "treats every complaint under four ids as four records even if no total is reported",
    [49],
    { copies: 4, totals: "stray" },
    withCopies(4)
  ),
  {
    ...complaints(
      "returns every complaint of a range once, even if pages without a date are outdated",
      [49],
      { oldPages: true, totals: "stray" },
      newestFirst()
    ),
    request: allComplaints(
      { createdFrom: "2021-01-01", createdTo: "2021-12-31" },
      'created_date_from="2021-01-01"&created_date_to="2021-12-31"&items_per_page=50'
    )
  },
  complaints("returns every complaint once, even if all pages overlap", [41], { overlaps: 1 }, newestFirst()),
  complaints(
    "returns every complaint once, even if all pages overlap widely and no total is reported",
    [41],
    { overlaps: 20, totals: "stray" },
    newestFirst()
  ),
  {
    ...complaints("returns every notice once, even if all pages overlap", [41], { overlaps: 5 }, []),
    request: everyNotice,
    outcome: records(lastFirst("created"))
  },
  complaints(
    "returns every valid complaint even if others have shifted values",
    [13, 49],
    { shifted: 0.2 },
    notShifted
  ),
  complaints(
    "returns every valid complaint once even with every irregularity at the same time",
    [13, 41, 49],
    { totals: "stray", doubles: 0.3, overlaps: 2, shifted: 0.2 },
    withDoubles(0.3).filter((number) => notShifted.includes(number))
  ),
  {
    ...withinLimits("even if a burst of requests is rejected for a while", [33, 48], shortLimits),
    needsVirtualTime: true
  },
  withinLimits("within the default burst limits", [48], stockLimits)
]
