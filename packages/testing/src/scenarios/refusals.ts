import { type ComplaintInput } from "@public-records/core"
import { type ScenarioRequest, refused } from "../Scenario.ts"
import { type Draft } from "./Draft.ts"

const anyComplaint: ScenarioRequest = { _tag: "ListComplaints", input: {}, wire: "", all: false }
const anyNotice: ScenarioRequest = { _tag: "ListNotices", input: {}, wire: "", all: false }

const rule = (
  name: string,
  input: ComplaintInput,
  wire?: string,
  statements: ReadonlyArray<number> = [18, 19]
): Draft => ({
  name: `rejects ${name}`,
  statements,
  request: { _tag: "ListComplaints", input, wire, all: false },
  outcome: refused("InvalidQuery")
})

/** Rejected requests: invalid queries, keys, paths, and requests above the limit. */
export const refusals: ReadonlyArray<Draft> = [
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
    "a violation date with a state",
    { violationDate: "2021-07-05", state: "Ohio" },
    'violation_date="2021-07-05"&state=Ohio'
  ),
  rule("30 February", { createdDate: "2021-02-30" }, 'created_date="2021-02-30"', [19]),
  rule("a page of 51", { limit: "51" }, undefined, [20]),
  rule("a page of 0", { limit: "0" }, "items_per_page=0", [20]),
  rule("an area code with robocalls", { areaCode: "614", robocall: "true" }, "area_code=614&is_robocall=true"),
  rule(
    "a created date with a range of created dates",
    { createdDate: "2021-07-05", createdFrom: "2021-07-05", createdTo: "2021-07-06" },
    'created_date="2021-07-05"&created_date_from="2021-07-05"&created_date_to="2021-07-06"'
  ),
  rule(
    "a range of violation dates with a range of created dates",
    { violationFrom: "2021-07-01", violationTo: "2021-07-02", createdFrom: "2021-07-05", createdTo: "2021-07-06" },
    'violation_date_from="2021-07-01"&violation_date_to="2021-07-02"&created_date_from="2021-07-05"&created_date_to="2021-07-06"'
  ),
  rule("an unknown state", { state: "Ohoi" }, undefined, [22]),
  {
    name: "rejects requests for complaints without a key",
    statements: [29, 30],
    setup: { key: "none" },
    request: anyComplaint,
    outcome: refused("KeyMissing")
  },
  {
    name: "rejects an unknown key for complaints",
    statements: [29, 30],
    setup: { key: "unknown" },
    request: anyComplaint,
    outcome: refused("KeyRejected")
  },
  {
    name: "rejects an unknown key for notices",
    statements: [29, 30],
    setup: { key: "unknown" },
    request: anyNotice,
    outcome: refused("KeyRejected")
  },
  {
    name: "rejects an unknown path",
    statements: [30],
    setup: { wrongPath: true },
    request: anyComplaint,
    outcome: refused("BadRequest")
  },
  {
    name: "rejects plain HTTP",
    statements: [30],
    setup: { isSecure: false },
    request: anyComplaint,
    outcome: refused("BadRequest")
  },
  {
    name: "rejects a request above the key's limit",
    statements: [30, 32],
    setup: { isQuotaExhausted: true },
    request: anyComplaint,
    outcome: refused("RateLimited")
  }
]
