import { records } from "../Scenario.ts"
import { type Draft } from "./Draft.ts"
import { lastFirst, newestFirst } from "./expectedRecords.ts"

/** Sort orders of both lists. Ascending is the exact reverse of descending, including ties. */
export const sorting: ReadonlyArray<Draft> = [
  {
    name: "lists the oldest complaints first on request",
    statements: [15, 21],
    request: { _tag: "ListComplaints", input: { sort: "asc" }, wire: "sort_order=ASC", all: true },
    outcome: records(newestFirst().toReversed())
  },
  {
    name: "lists the newest complaints first on request",
    statements: [21],
    request: { _tag: "ListComplaints", input: { sort: "desc" }, wire: "sort_order=DESC", all: true },
    outcome: records(newestFirst())
  },
  {
    name: "lists the first created notices first",
    statements: [25],
    request: {
      _tag: "ListNotices",
      input: { sortBy: "created", sort: "asc" },
      wire: "sort[created][path]=created&sort[created][direction]=ASC",
      all: true
    },
    outcome: records(lastFirst("created").toReversed())
  },
  {
    name: "lists the last changed notices first",
    statements: [25],
    request: {
      _tag: "ListNotices",
      input: { sortBy: "changed" },
      wire: "sort[changed][path]=changed&sort[changed][direction]=DESC",
      all: true
    },
    outcome: records(lastFirst("updated"))
  }
]
