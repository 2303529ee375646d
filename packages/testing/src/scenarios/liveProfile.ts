import { noticeAt } from "../Samples.ts"
import { records, refused } from "../Scenario.ts"
import { draft, type Draft } from "./Draft.ts"
import { lastFirst, newestFirst } from "./expectedRecords.ts"
import { allComplaints, allNotices, complaintsPage } from "./requests.ts"

const profile = "live"
const notice = noticeAt(0)

/** The service as observed in production. Clients get the same results as from the documented one. */
export const liveProfile: ReadonlyArray<Draft> = [
  draft(
    "filters complaints even if no total is reported and links point to another host",
    [5],
    allComplaints({ state: "Ohio" }, "state=Ohio"),
    records(newestFirst(({ state }) => state === "Ohio")),
    { profile }
  ),
  draft(
    "ends a walk of an empty list even if no total is reported",
    [5],
    allComplaints({ state: "Maine" }, "state=Maine"),
    records([]),
    { profile }
  ),
  draft(
    "gets one notice without meta and tags, with the content type of JSON:API",
    [28],
    { _tag: "GetNotice", id: notice.id },
    records([notice.transactionNumber]),
    { profile }
  ),
  draft(
    "reports an unknown notice with the content type of JSON:API",
    [28],
    { _tag: "GetNotice", id: "00000000-0000-4000-8000-999999999999" },
    refused("NotFound"),
    { profile }
  ),
  draft(
    "sorts notices in the requested direction, independent of the default",
    [25],
    allNotices({ sortBy: "changed", sort: "desc" }, "sort[changed][path]=changed&sort[changed][direction]=DESC"),
    records(lastFirst("updated")),
    { profile }
  ),
  draft(
    "accepts a count of notices that is the total instead of the page size",
    [5],
    allNotices({ date: notice.date }, undefined),
    records(lastFirst("created", ({ date }) => date === notice.date)),
    { profile }
  ),
  draft(
    "rejects an unknown key for complaints in the live profile",
    [29],
    complaintsPage({}, ""),
    refused("KeyRejected"),
    { profile, key: "unknown" }
  )
]
