import { noticeAt, sampleComplaints, sampleNotices } from "../Samples.ts"
import { inOrder, records, refused, type Scenario } from "../Scenario.ts"
import { lastFirst, newestFirst } from "./truth.ts"

const asSeen: Scenario["setting"] = { ...inOrder, profile: "live" }

const [complaint] = sampleComplaints
const [notice] = sampleNotices

/** The service as it was seen in the wild: what a client reads there is what it reads of the documented one. */
export const live: ReadonlyArray<Scenario> = [
  {
    name: "filters complaints, though no total is claimed and links lead elsewhere",
    statements: [5],
    setting: asSeen,
    question: { _tag: "ListComplaints", input: { state: "Ohio" }, wire: "state=Ohio", all: true },
    outcome: records(newestFirst(({ state }) => state === "Ohio"))
  },
  {
    name: "ends a walk through complaints of which there are none, though no total is claimed",
    statements: [5],
    setting: asSeen,
    question: { _tag: "ListComplaints", input: { state: "Maine" }, wire: "state=Maine", all: true },
    outcome: records([])
  },
  {
    name: "gets one complaint whose links lead elsewhere",
    statements: [28],
    setting: asSeen,
    question: { _tag: "GetComplaint", id: complaint?.id ?? "" },
    outcome: records([complaint?.companyPhoneNumber ?? ""])
  },
  {
    name: "gets one notice without meta and tags, in the content type of JSON:API",
    statements: [28],
    setting: asSeen,
    question: { _tag: "GetNotice", id: notice?.id ?? "" },
    outcome: records([notice?.transactionNumber ?? ""])
  },
  {
    name: "says that there is no such notice, in the content type of JSON:API",
    statements: [28],
    setting: asSeen,
    question: { _tag: "GetNotice", id: "00000000-0000-4000-8000-999999999999" },
    outcome: refused("NotFound")
  },
  {
    name: "sorts notices as it is asked to, whatever the direction is that goes without saying",
    statements: [25],
    setting: asSeen,
    question: {
      _tag: "ListNotices",
      input: { sortBy: "changed", sort: "desc" },
      wire: "sort[changed][path]=changed&sort[changed][direction]=DESC",
      all: true
    },
    outcome: records(lastFirst("updated"))
  },
  {
    name: "takes a count of notices that is the total, and not the page's, for what it is",
    statements: [5],
    setting: asSeen,
    question: { _tag: "ListNotices", input: { date: noticeAt(0).date }, wire: undefined, all: true },
    outcome: records(lastFirst("created", ({ date }) => date === noticeAt(0).date))
  },
  {
    name: "refuses complaints for a key that it does not know, in the profile live as in the documented one",
    statements: [29],
    setting: { ...asSeen, key: "unknown" },
    question: { _tag: "ListComplaints", input: {}, wire: "", all: false },
    outcome: refused("KeyRejected")
  }
]
