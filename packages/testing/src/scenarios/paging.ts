import { inOrder, records, type Scenario } from "../Scenario.ts"
import { lastFirst, newestFirst } from "./truth.ts"

/** Lists come in pages, and the pages put together are the list: everything once, nothing twice. */
export const paging: ReadonlyArray<Scenario> = [
  {
    name: "covers every complaint once, over all pages",
    statements: [38],
    setting: inOrder,
    question: { _tag: "ListComplaints", input: {}, wire: "items_per_page=50", all: true },
    outcome: records(newestFirst())
  },
  {
    name: "covers every notice once, over all pages",
    statements: [38],
    setting: inOrder,
    question: { _tag: "ListNotices", input: {}, wire: "page[limit]=50", all: true },
    outcome: records(lastFirst("created"))
  },
  {
    name: "gives one page of the size that was asked for",
    statements: [15, 20],
    setting: inOrder,
    question: { _tag: "ListComplaints", input: { limit: "7" }, wire: "items_per_page=7", all: false },
    outcome: records(newestFirst().slice(0, 7))
  },
  {
    name: "gives 50 complaints where no size is asked for",
    statements: [20],
    setting: inOrder,
    question: { _tag: "ListComplaints", input: {}, wire: "", all: false },
    outcome: records(newestFirst().slice(0, 50))
  },
  {
    name: "skips as many complaints as the offset says",
    statements: [15],
    setting: inOrder,
    question: {
      _tag: "ListComplaints",
      input: { offset: "120", limit: "20" },
      wire: "items_per_page=20&offset=120",
      all: false
    },
    outcome: records(newestFirst().slice(120))
  },
  {
    name: "skips as many notices as the offset says",
    statements: [26],
    setting: inOrder,
    question: {
      _tag: "ListNotices",
      input: { offset: "55", limit: "3" },
      wire: "page[limit]=3&page[offset]=55",
      all: false
    },
    outcome: records(lastFirst("created").slice(55, 58))
  },
  {
    name: "gives an empty page past the end",
    statements: [8],
    setting: inOrder,
    question: { _tag: "ListComplaints", input: { offset: "130" }, wire: "offset=130", all: false },
    outcome: records([])
  }
]
