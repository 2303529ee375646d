import { complaintRecord } from "../Samples.ts"
import { inOrder, records, refused, type Scenario } from "../Scenario.ts"
import { answering, complaintsPath, everyComplaint, everyNotice, onComplaints, onNotices } from "./questions.ts"
import { complaintsNewestFirst, lastFirst, newestFirst } from "./truth.ts"

const complaints = (name: string, statements: ReadonlyArray<number>, setting: Scenario["setting"]): Scenario => ({
  name: `covers every complaint once, ${name}`,
  statements,
  setting,
  question: everyComplaint,
  outcome: records(newestFirst())
})

const notices = (name: string, statements: ReadonlyArray<number>, setting: Scenario["setting"]): Scenario => ({
  name: `covers every notice once, ${name}`,
  statements,
  setting,
  question: everyNotice,
  outcome: records(lastFirst("created"))
})

const firstRecords = (count: number) => complaintsNewestFirst.slice(0, count).map(complaintRecord)

/** Walks of lists whose pages overlap, repeat, come short, or change in the meantime. */
export const walks: ReadonlyArray<Scenario> = [
  complaints("though pages overlap", [38, 41], onComplaints([2, 3], { do: "overlap" })),
  complaints("though one page overlaps, and ends early", [38, 41], onComplaints([2], { do: "overlap" })),
  complaints("though records come twice in a page", [41], onComplaints([1, 2, 3], { do: "duplicate" })),
  complaints("though new ones arrive", [41, 43], onComplaints([2, 3], { do: "mutate" })),
  complaints(
    "though the service gives less than was asked",
    [38, 39],
    onComplaints([1], answering(firstRecords(20), { "records-total": 130 }))
  ),
  complaints(
    "though the claimed total is too small",
    [6, 39],
    onComplaints([1], answering(firstRecords(50), { "records-total": 50 }))
  ),
  complaints(
    "though the claimed total falls",
    [6, 41],
    onComplaints([1], answering(firstRecords(50), { "records-total": 9000 }))
  ),
  complaints("though no total is claimed", [5, 39], { ...inOrder, profile: "live" }),
  complaints("though pages overlap and no total is claimed", [38, 41], {
    ...onComplaints([2, 3], { do: "overlap" }),
    profile: "live"
  }),
  notices("though pages overlap", [41], onNotices([2], { do: "overlap" })),
  notices("though records come twice in a page", [41], onNotices([1, 2], { do: "duplicate" })),
  notices("though new ones arrive", [41, 43], onNotices([2], { do: "mutate" })),
  notices("as the service was seen to serve them", [38], { ...inOrder, profile: "live" }),
  {
    name: "stops a walk that no longer brings new complaints",
    statements: [40],
    setting: {
      ...inOrder,
      faults: [{ on: { path: complaintsPath }, ...answering(firstRecords(50), { "records-this-page": 50 }) }]
    },
    question: everyComplaint,
    outcome: refused("WalkStalled")
  }
]
