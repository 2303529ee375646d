import { records } from "../Scenario.ts"
import { draft, type Draft } from "./Draft.ts"
import { lastFirst, newestFirst } from "./expectedRecords.ts"
import { allComplaints, allNotices } from "./requests.ts"

/** Sort orders of both lists. Ascending is the exact reverse of descending, including ties. */
export const sorting: ReadonlyArray<Draft> = [
  draft(
    "lists the oldest complaints first on request",
    [15, 21],
    allComplaints({ sort: "asc" }, "sort_order=ASC"),
    records(newestFirst().toReversed())
  ),
  draft(
    "lists the newest complaints first on request",
    [21],
    allComplaints({ sort: "desc" }, "sort_order=DESC"),
    records(newestFirst())
  ),
  draft(
    "lists the first created notices first",
    [25],
    allNotices({ sortBy: "created", sort: "asc" }, "sort[created][path]=created&sort[created][direction]=ASC"),
    records(lastFirst("created").toReversed())
  ),
  draft(
    "lists the last changed notices first",
    [25],
    allNotices({ sortBy: "changed" }, "sort[changed][path]=changed&sort[changed][direction]=DESC"),
    records(lastFirst("updated"))
  )
]
