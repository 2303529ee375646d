import { type ComplaintInput } from "@public-records/core"
import { refused } from "../Scenario.ts"
import { draft, type Draft } from "./Draft.ts"
import { complaintsPage, noticesPage } from "./requests.ts"

const anyComplaint = complaintsPage({}, "")

const rule = (
  name: string,
  input: ComplaintInput,
  wire?: string,
  statements: ReadonlyArray<number> = [18, 19]
): Draft => draft(`rejects ${name}`, statements, complaintsPage(input, wire), refused("InvalidQuery"))

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
  draft("rejects requests for complaints without a key", [29, 30], anyComplaint, refused("KeyMissing"), {
    key: "none"
  }),
  draft("rejects an unknown key for complaints", [29, 30], anyComplaint, refused("KeyRejected"), { key: "unknown" }),
  draft("rejects an unknown key for notices", [29, 30], noticesPage({}, ""), refused("KeyRejected"), {
    key: "unknown"
  }),
  draft("rejects an unknown path", [30], anyComplaint, refused("BadRequest"), { wrongPath: true }),
  draft("rejects plain HTTP", [30], anyComplaint, refused("BadRequest"), { isSecure: false }),
  draft("rejects a request above the key's limit", [30, 32], anyComplaint, refused("RateLimited"), {
    isQuotaExhausted: true
  })
]
