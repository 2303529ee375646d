import { noticeAt } from "../Samples.ts"
import { records, refused } from "../Scenario.ts"
import { type Draft, type Setup } from "./Draft.ts"
import { lastFirst, newestFirst } from "./expectedRecords.ts"

const liveSetup: Setup = { profile: "live" }

const notice = noticeAt(0)

/** The service as observed in production. Clients get the same results as from the documented one. */
export const liveProfile: ReadonlyArray<Draft> = [
  {
    name: "filters complaints even if no total is reported and links point to another host",
    statements: [5],
    setup: liveSetup,
    request: { _tag: "ListComplaints", input: { state: "Ohio" }, wire: "state=Ohio", all: true },
    outcome: records(newestFirst(({ state }) => state === "Ohio"))
  },
  {
    name: "ends a walk of an empty list even if no total is reported",
    statements: [5],
    setup: liveSetup,
    request: { _tag: "ListComplaints", input: { state: "Maine" }, wire: "state=Maine", all: true },
    outcome: records([])
  },
  {
    name: "gets one notice without meta and tags, with the content type of JSON:API",
    statements: [28],
    setup: liveSetup,
    request: { _tag: "GetNotice", id: notice.id },
    outcome: records([notice.transactionNumber])
  },
  {
    name: "reports an unknown notice with the content type of JSON:API",
    statements: [28],
    setup: liveSetup,
    request: { _tag: "GetNotice", id: "00000000-0000-4000-8000-999999999999" },
    outcome: refused("NotFound")
  },
  {
    name: "sorts notices in the requested direction, independent of the default",
    statements: [25],
    setup: liveSetup,
    request: {
      _tag: "ListNotices",
      input: { sortBy: "changed", sort: "desc" },
      wire: "sort[changed][path]=changed&sort[changed][direction]=DESC",
      all: true
    },
    outcome: records(lastFirst("updated"))
  },
  {
    name: "accepts a count of notices that is the total instead of the page size",
    statements: [5],
    setup: liveSetup,
    request: { _tag: "ListNotices", input: { date: noticeAt(0).date }, wire: undefined, all: true },
    outcome: records(lastFirst("created", ({ date }) => date === noticeAt(0).date))
  },
  {
    name: "rejects an unknown key for complaints in the live profile",
    statements: [29],
    setup: { ...liveSetup, key: "unknown" },
    request: { _tag: "ListComplaints", input: {}, wire: "", all: false },
    outcome: refused("KeyRejected")
  }
]
