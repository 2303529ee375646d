import { records } from "../Scenario.ts"
import { type Draft } from "./Draft.ts"
import { everyComplaint, everyNotice, onComplaints } from "./requests.ts"
import { lastFirst, newestFirst } from "./expectedRecords.ts"

const stopsReading = (name: string, after: number, maxRequests: number): Draft => ({
  name,
  statements: [52],
  request: everyComplaint,
  outcome: records(newestFirst().slice(0, after)),
  stopsReading: { after, maxRequests }
})

/** Walks whose caller stops reading. The records are correct, and no further page is requested. */
export const earlyExit: ReadonlyArray<Draft> = [
  stopsReading("does not request a second page if the caller stops within the first", 30, 1),
  stopsReading("does not request a third page if the caller stops within the second", 60, 2),
  {
    ...stopsReading("does not request a second page of notices if the caller stops within the first", 20, 1),
    request: everyNotice,
    outcome: records(lastFirst("created").slice(0, 20))
  },
  {
    ...stopsReading("does not retry a page after the caller has stopped before it", 50, 1),
    setup: onComplaints([2, 3, 4], { do: "status", status: 503 })
  }
]
