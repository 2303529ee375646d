import { complaintRecord } from "../Samples.ts"
import { inOrder, records, refused, type Scenario } from "../Scenario.ts"
import { answering, complaintsPath, everyComplaint, everyNotice, onComplaints, onNotices } from "./questions.ts"
import { complaintsNewestFirst, lastFirst, newestFirst } from "./truth.ts"

const complaints = (
  name: string,
  rule: string,
  statements: ReadonlyArray<number>,
  setting: Scenario["setting"]
): Scenario => ({
  name: `covers every complaint once, ${name}`,
  rule: `decisions, The rules of a walk, ${rule}`,
  statements,
  setting,
  question: everyComplaint,
  outcome: records(newestFirst())
})

const notices = (
  name: string,
  rule: string,
  statements: ReadonlyArray<number>,
  setting: Scenario["setting"]
): Scenario => ({
  name: `covers every notice once, ${name}`,
  rule: `decisions, The rules of a walk, ${rule}`,
  statements,
  setting,
  question: everyNotice,
  outcome: records(lastFirst("created"))
})

const firstRecords = (count: number) => complaintsNewestFirst.slice(0, count).map(complaintRecord)

/** The rules of a walk: its pages overlap, repeat, come short, or change while it walks. */
export const walks: ReadonlyArray<Scenario> = [
  complaints("though pages overlap", "4; decision 24", [38, 41], onComplaints([2, 3], { do: "overlap" })),
  complaints(
    "though one page overlaps, and ends early",
    "4; decision 24",
    [38, 41],
    onComplaints([2], { do: "overlap" })
  ),
  complaints(
    "though records come twice in a page",
    "4; decision 24",
    [41],
    onComplaints([1, 2, 3], { do: "duplicate" })
  ),
  complaints("though new ones arrive", "4", [41, 43], onComplaints([2, 3], { do: "mutate" })),
  complaints(
    "though the service gives less than was asked",
    "1; decision 7",
    [38, 39],
    onComplaints([1], answering(firstRecords(20), { "records-total": 130 }))
  ),
  complaints(
    "though the claimed total is too small",
    "2; decision 6",
    [6, 39],
    onComplaints([1], answering(firstRecords(50), { "records-total": 50 }))
  ),
  complaints(
    "though the claimed total falls",
    "4; decision 6",
    [6, 41],
    onComplaints([1], answering(firstRecords(50), { "records-total": 9000 }))
  ),
  complaints("though no total is claimed", "2; decision 4", [5, 39], { ...inOrder, profile: "live" }),
  complaints("though pages overlap and no total is claimed", "4", [38, 41], {
    ...onComplaints([2, 3], { do: "overlap" }),
    profile: "live"
  }),
  notices("though pages overlap", "4; decision 24", [41], onNotices([2], { do: "overlap" })),
  notices("though records come twice in a page", "4; decision 24", [41], onNotices([1, 2], { do: "duplicate" })),
  notices("though new ones arrive", "4", [41, 43], onNotices([2], { do: "mutate" })),
  notices("as the service was seen to serve them", "2; decision 4", [38], { ...inOrder, profile: "live" }),
  {
    name: "stops a walk that no longer brings new complaints",
    rule: "decisions, The rules of a walk, 3",
    statements: [40],
    setting: {
      ...inOrder,
      faults: [{ on: { path: complaintsPath }, ...answering(firstRecords(50), { "records-this-page": 50 }) }]
    },
    question: everyComplaint,
    outcome: refused("WalkStalled")
  }
]
