import { complaintRecord } from "../Samples.ts"
import { records, refused } from "../Scenario.ts"
import { draft, type Draft, type Setup } from "./Draft.ts"
import { respondingWith, complaintsPath, everyComplaint, everyNotice, onComplaints, onNotices } from "./requests.ts"
import { complaintsNewestFirst, lastFirst, newestFirst } from "./expectedRecords.ts"

const complaints = (name: string, statements: ReadonlyArray<number>, setup: Setup): Draft =>
  draft(`returns every complaint once, ${name}`, statements, everyComplaint, records(newestFirst()), setup)

const notices = (name: string, statements: ReadonlyArray<number>, setup: Setup): Draft =>
  draft(`returns every notice once, ${name}`, statements, everyNotice, records(lastFirst("created")), setup)

const firstRecords = (count: number) => complaintsNewestFirst.slice(0, count).map(complaintRecord)

/** Walks of lists whose pages overlap, repeat, are short, or change during the walk. */
export const walks: ReadonlyArray<Draft> = [
  complaints("even if pages overlap", [38, 41], onComplaints([2, 3], { do: "overlap" })),
  complaints("even if one page overlaps and ends early", [38, 41], onComplaints([2], { do: "overlap" })),
  complaints("even if a page contains duplicates", [41], onComplaints([1, 2, 3], { do: "duplicate" })),
  complaints("even if new ones arrive", [41, 43], onComplaints([2, 3], { do: "mutate" })),
  complaints(
    "even if pages have fewer records than requested",
    [38, 39],
    onComplaints([1], respondingWith(firstRecords(20), { "records-total": 130 }))
  ),
  complaints(
    "even if the reported total is too small",
    [6, 39],
    onComplaints([1], respondingWith(firstRecords(50), { "records-total": 50 }))
  ),
  complaints(
    "even if the reported total falls",
    [6, 41],
    onComplaints([1], respondingWith(firstRecords(50), { "records-total": 9000 }))
  ),
  complaints("even if no total is reported", [5, 39], { profile: "live" }),
  complaints("even if pages overlap and no total is reported", [38, 41], {
    ...onComplaints([2, 3], { do: "overlap" }),
    profile: "live"
  }),
  notices("even if pages overlap", [41], onNotices([2], { do: "overlap" })),
  notices("even if a page contains duplicates", [41], onNotices([1, 2], { do: "duplicate" })),
  notices("even if new ones arrive", [41, 43], onNotices([2], { do: "mutate" })),
  notices("in the live profile", [38], { profile: "live" }),
  draft("fails if pages contain no new complaints", [40], everyComplaint, refused("WalkStalled"), {
    faults: [{ on: { path: complaintsPath }, ...respondingWith(firstRecords(50), { "records-this-page": 50 }) }]
  })
]
