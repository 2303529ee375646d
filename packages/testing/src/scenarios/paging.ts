import { records } from "../Scenario.ts"
import { type Draft } from "./Draft.ts"
import { lastFirst, newestFirst } from "./expectedRecords.ts"

/** Pages of lists. All pages together contain each record once. */
export const paging: ReadonlyArray<Draft> = [
  {
    name: "returns every complaint once, over all pages",
    statements: [38],
    request: { _tag: "ListComplaints", input: {}, wire: "items_per_page=50", all: true },
    outcome: records(newestFirst())
  },
  {
    name: "returns every notice once, over all pages",
    statements: [38],
    request: { _tag: "ListNotices", input: {}, wire: "page[limit]=50", all: true },
    outcome: records(lastFirst("created"))
  },
  {
    name: "returns one page of the requested size",
    statements: [15, 20],
    request: { _tag: "ListComplaints", input: { limit: "7" }, wire: "items_per_page=7", all: false },
    outcome: records(newestFirst().slice(0, 7))
  },
  {
    name: "returns 50 complaints by default",
    statements: [20],
    request: { _tag: "ListComplaints", input: {}, wire: "", all: false },
    outcome: records(newestFirst().slice(0, 50))
  },
  {
    name: "skips the number of complaints given by the offset",
    statements: [15],
    request: {
      _tag: "ListComplaints",
      input: { offset: "120", limit: "20" },
      wire: "items_per_page=20&offset=120",
      all: false
    },
    outcome: records(newestFirst().slice(120))
  },
  {
    name: "skips the number of notices given by the offset",
    statements: [26],
    request: {
      _tag: "ListNotices",
      input: { offset: "55", limit: "3" },
      wire: "page[limit]=3&page[offset]=55",
      all: false
    },
    outcome: records(lastFirst("created").slice(55, 58))
  },
  {
    name: "returns an empty page after the end",
    statements: [8],
    request: { _tag: "ListComplaints", input: { offset: "130" }, wire: "offset=130", all: false },
    outcome: records([])
  }
]
