import { inOrder, records, type Scenario } from "../Scenario.ts"
import { everyComplaint, everyNotice, onComplaints } from "./questions.ts"
import { lastFirst, newestFirst } from "./truth.ts"

const leaves = (name: string, after: number, mostRequests: number): Scenario => ({
  name,
  statements: [52],
  setting: inOrder,
  question: everyComplaint,
  outcome: records(newestFirst().slice(0, after)),
  leaves: { after, mostRequests }
})

/** A walk whose reader has had enough: what was read is right, and nothing is asked for that nobody reads. */
export const leaving: ReadonlyArray<Scenario> = [
  leaves("asks for no second page when its reader leaves within the first", 30, 1),
  leaves("asks for no third page when its reader leaves within the second", 60, 2),
  {
    ...leaves("asks for no second page of notices when its reader leaves within the first", 20, 1),
    question: everyNotice,
    outcome: records(lastFirst("created").slice(0, 20))
  },
  {
    ...leaves("asks again for no page that failed once its reader has left before it", 50, 1),
    setting: onComplaints([2, 3, 4], { do: "status", status: 503 })
  }
]
