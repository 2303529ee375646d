import { type ComplaintInput } from "@public-records/core"
import { inOrder, type Question, refused, type Scenario } from "../Scenario.ts"

const anyComplaint: Question = { _tag: "ListComplaints", input: {}, wire: "", all: false }
const anyNotice: Question = { _tag: "ListNotices", input: {}, wire: "", all: false }

const rule = (
  name: string,
  input: ComplaintInput,
  wire?: string,
  statements: ReadonlyArray<number> = [18, 19]
): Scenario => ({
  name: `refuses ${name}`,
  statements,
  setting: inOrder,
  question: { _tag: "ListComplaints", input, wire, all: false },
  outcome: refused("InvalidQuery")
})

/** What the service does not answer: queries that break a rule, keys, addresses and limits. */
export const refusals: ReadonlyArray<Scenario> = [
  rule("a city without a state", { city: "Akron" }, "city=Akron"),
  rule("a state with an area code", { state: "Ohio", areaCode: "614" }, "state=Ohio&area_code=614"),
  rule("a state with robocalls", { state: "Ohio", robocall: "true" }, "state=Ohio&is_robocall=true"),
  rule("half a range", { createdFrom: "2021-07-05" }, 'created_date_from="2021-07-05"'),
  rule(
    "a created date with a state",
    { createdDate: "2021-07-05", state: "Ohio" },
    'created_date="2021-07-05"&state=Ohio'
  ),
  rule(
    "the date of the call with a state",
    { violationDate: "2021-07-05", state: "Ohio" },
    'violation_date="2021-07-05"&state=Ohio'
  ),
  rule("30 February", { createdDate: "2021-02-30" }, 'created_date="2021-02-30"', [19]),
  rule("a page of 51", { limit: "51" }, undefined, [20]),
  rule("a page of none", { limit: "0" }, "items_per_page=0", [20]),
  rule("an area code with robocalls", { areaCode: "614", robocall: "true" }, "area_code=614&is_robocall=true"),
  rule(
    "a created date with a range of created dates",
    { createdDate: "2021-07-05", createdFrom: "2021-07-05", createdTo: "2021-07-06" },
    'created_date="2021-07-05"&created_date_from="2021-07-05"&created_date_to="2021-07-06"'
  ),
  rule(
    "a range of calls with a range of complaints",
    { violationFrom: "2021-07-01", violationTo: "2021-07-02", createdFrom: "2021-07-05", createdTo: "2021-07-06" },
    'violation_date_from="2021-07-01"&violation_date_to="2021-07-02"&created_date_from="2021-07-05"&created_date_to="2021-07-06"'
  ),
  rule("a state that is none", { state: "Ohoi" }, undefined, [22]),
  {
    name: "refuses complaints without a key",
    statements: [29, 30],
    setting: { ...inOrder, key: "none" },
    question: anyComplaint,
    outcome: refused("KeyMissing")
  },
  {
    name: "refuses complaints for a key that it does not know",
    statements: [29, 30],
    setting: { ...inOrder, key: "unknown" },
    question: anyComplaint,
    outcome: refused("KeyRejected")
  },
  {
    name: "refuses notices for a key that it does not know",
    statements: [29, 30],
    setting: { ...inOrder, key: "unknown" },
    question: anyNotice,
    outcome: refused("KeyRejected")
  },
  {
    name: "refuses an address that it does not have",
    statements: [30],
    setting: { ...inOrder, wrongPath: true },
    question: anyComplaint,
    outcome: refused("BadRequest")
  },
  {
    name: "refuses plain HTTP",
    statements: [30],
    setting: { ...inOrder, isSecure: false },
    question: anyComplaint,
    outcome: refused("BadRequest")
  },
  {
    name: "refuses a request above the key's limit",
    statements: [30, 32],
    setting: { ...inOrder, isSpent: true },
    question: anyComplaint,
    outcome: refused("RateLimited")
  }
]
