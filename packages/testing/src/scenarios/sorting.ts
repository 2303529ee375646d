import { inOrder, records, type Scenario } from "../Scenario.ts"
import { lastFirst, newestFirst } from "./truth.ts"

/** The orders of both lists; ascending is descending read backwards, ties included. */
export const sorting: ReadonlyArray<Scenario> = [
  {
    name: "lists the oldest complaints first when told so",
    statements: [15, 21],
    setting: inOrder,
    question: { _tag: "ListComplaints", input: { sort: "asc" }, wire: "sort_order=ASC", all: true },
    outcome: records(newestFirst().toReversed())
  },
  {
    name: "lists the newest complaints first when told so",
    statements: [21],
    setting: inOrder,
    question: { _tag: "ListComplaints", input: { sort: "desc" }, wire: "sort_order=DESC", all: true },
    outcome: records(newestFirst())
  },
  {
    name: "lists the notices that were created first, first",
    statements: [25],
    setting: inOrder,
    question: {
      _tag: "ListNotices",
      input: { sortBy: "created", sort: "asc" },
      wire: "sort[created][path]=created&sort[created][direction]=ASC",
      all: true
    },
    outcome: records(lastFirst("created").toReversed())
  },
  {
    name: "lists the notices that were changed last, first",
    statements: [25],
    setting: inOrder,
    question: {
      _tag: "ListNotices",
      input: { sortBy: "changed" },
      wire: "sort[changed][path]=changed&sort[changed][direction]=DESC",
      all: true
    },
    outcome: records(lastFirst("updated"))
  }
]
