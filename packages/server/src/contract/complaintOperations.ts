import { maxRecordsPerPage, SortOrder, states } from "@public-records/core"
import { collectionResponses, recordResponse } from "./responses.ts"
import { ifNoneMatch } from "./headers.ts"
import type { ContractSubject, ExampleRequest, JsonSchema, Operation, Parameter } from "./OpenApi.ts"

const date: JsonSchema = { type: "string", pattern: '^"?\\d{4}-\\d{2}-\\d{2}"?$' }
const moment: JsonSchema = { type: "string", pattern: '^"?\\d{4}-\\d{2}-\\d{2}( \\d{2}:\\d{2}:\\d{2})?"?$' }

const query = (group: string, name: string, description: string, schema: JsonSchema, example: string): Parameter => ({
  name,
  in: "query",
  description,
  schema,
  example: schema["type"] === "integer" ? Number(example) : example,
  "x-group": group
})

const created = "Complaint created"
const received = "Call received"
const narrowed = "Where, and which calls"
const paged = "Order and page"

const parameters: ReadonlyArray<Parameter> = [
  query(
    created,
    "created_date",
    'Complaints created on this date, `"YYYY-MM-DD"` in double quotes. Not with any other filter.',
    date,
    '"2021-07-07"'
  ),
  query(
    created,
    "created_date_from",
    'Complaints created from then on, `"YYYY-MM-DD"` (from midnight) or `"YYYY-MM-DD HH:MM:SS"`, in double quotes. Needs `created_date_to`.',
    moment,
    '"2021-07-07 08:00:00"'
  ),
  query(
    created,
    "created_date_to",
    'Complaints created until then, `"YYYY-MM-DD"` (until 23:59:59) or `"YYYY-MM-DD HH:MM:SS"`, in double quotes. Needs `created_date_from`.',
    moment,
    '"2021-07-07"'
  ),
  query(
    received,
    "violation_date",
    'Calls received on this date, `"YYYY-MM-DD"` in double quotes. Not with any other filter.',
    date,
    '"2021-07-06"'
  ),
  query(
    received,
    "violation_date_from",
    "Calls received from then on; written as `created_date_from`. Needs `violation_date_to`; not with any other filter.",
    moment,
    '"2021-07-05"'
  ),
  query(
    received,
    "violation_date_to",
    "Calls received until then; written as `created_date_to`. Needs `violation_date_from`; not with any other filter.",
    moment,
    '"2021-07-06 12:00:00"'
  ),
  query(
    narrowed,
    "state",
    "The consumer's state: its full name, in double quotes where it has spaces, case aside. May have a `city` and a created range beside it.",
    { type: "string", examples: states.map(({ name }) => (name.includes(" ") ? `"${name}"` : name)) },
    '"New York"'
  ),
  query(
    narrowed,
    "city",
    "The consumer's city, in double quotes where it has spaces, case aside. Only together with `state`.",
    { type: "string" },
    "Brooklyn"
  ),
  query(
    narrowed,
    "area_code",
    "The consumer's area code. May have a created range beside it.",
    { type: "integer", minimum: 0 },
    "216"
  ),
  query(
    narrowed,
    "is_robocall",
    "`true`: recorded messages and robocalls (`Y`). `false`: other calls (`N`). Complaints that say neither are in none of the two. May have a created range beside it.",
    { type: "string", enum: ["true", "false"] },
    "true"
  ),
  query(
    paged,
    "sort_order",
    "By `created-date`, ties by `id`: `DESC` newest first, `ASC` the exact reverse.",
    { type: "string", enum: SortOrder.literals, default: "DESC" },
    "ASC"
  ),
  query(
    paged,
    "items_per_page",
    `How many records at most. Above ${maxRecordsPerPage} it counts as ${maxRecordsPerPage}; below 1 it is refused.`,
    { type: "integer", minimum: 1, maximum: maxRecordsPerPage, default: maxRecordsPerPage },
    "5"
  ),
  query(paged, "offset", "How many records to skip.", { type: "integer", minimum: 0, default: 0 }, "10")
]

const rules = `What may be combined:

- a created date, by itself
- a created range (both ends, or none), alone or with one of state, area code and robocall
- state, area code or robocall, one of them; beside state, a city
- a violation date, by itself
- a violation range (both ends, or none), by itself

Order and page go with all of these.`

const brokenRules = (enforced: boolean): string =>
  enforced
    ? "What breaks these rules, or is no value, is answered with 400 and a sentence that names the rule (`INVALID_PARAMETERS`)."
    : "This server does not enforce these rules: every filter counts by itself, half a range is ignored, and what is no value matches nothing."

const exampleRequests: ReadonlyArray<ExampleRequest> = [
  {
    summary: "Robocalls in the morning of 7 July 2021",
    parameters: {
      created_date_from: '"2021-07-07 08:00:00"',
      created_date_to: '"2021-07-07 12:00:00"',
      is_robocall: "true",
      items_per_page: "5"
    }
  },
  {
    summary: "Brooklyn, New York, oldest first",
    parameters: { state: '"New York"', city: "Brooklyn", sort_order: "ASC", items_per_page: "5" }
  },
  {
    summary: "Area code 216, the second page of ten",
    parameters: { area_code: "216", items_per_page: "10", offset: "10" }
  },
  { summary: "Created on one day", parameters: { created_date: '"2021-07-07"', items_per_page: "3" } },
  { summary: "Calls of one day", parameters: { violation_date: '"2021-07-06"', items_per_page: "3" } },
  {
    summary: "Calls of a day and a half",
    parameters: {
      violation_date_from: '"2021-07-05"',
      violation_date_to: '"2021-07-06 12:00:00"',
      items_per_page: "3"
    }
  }
]

/** `GET /v0/dnc-complaints`. **Source** specification, "GET /v0/dnc-complaints"; decisions 8 to 11, 19 and 33. */
export const complaintList = (subject: ContractSubject): Operation => ({
  operationId: "listComplaints",
  tags: ["Complaints"],
  summary: "A list of complaints about unwanted calls",
  description: `A page of the complaints that match, newest first. They are reported by consumers and not verified.

${rules}

${brokenRules(subject.profile.refusesBrokenRules)} Dates, date-times and values with spaces are put in double quotes; they are understood without them, too. Parameters that are not listed here are ignored. Walk through a long list with \`offset\`: advance by the number of records received, until a page is empty.`,
  parameters: [...parameters, ifNoneMatch],
  "x-example-requests": exampleRequests,
  responses: {
    "200": recordResponse("A page of complaints", "application/json", "ComplaintList"),
    ...collectionResponses({
      refusals: subject.profile.refusesBrokenRules ? ["InvalidParameter", "BrokenRule"] : ["InvalidParameter"],
      unknown: []
    })
  }
})

/** `GET /v0/dnc-complaints/{id}`. **Source** specification, "GET /v0/dnc-complaints/{id}"; decision 14. */
export const complaintAlone: Operation = {
  operationId: "getComplaint",
  tags: ["Complaints"],
  summary: "One complaint",
  description: "The complaint with this id, in the envelope of a list.",
  parameters: [
    {
      name: "id",
      in: "path",
      required: true,
      description: "The id of a complaint: 32 hexadecimal characters.",
      schema: { type: "string", minLength: 1 },
      example: "948305afcc22e798af0263980cfc6291",
      "x-group": "Which one"
    },
    ifNoneMatch
  ],
  "x-example-requests": [
    { summary: "A call to Texas", parameters: { id: "948305afcc22e798af0263980cfc6291" } },
    { summary: "An id that is none: 404", parameters: { id: "unknown" } }
  ],
  responses: {
    "200": recordResponse("The complaint", "application/json", "ComplaintAlone"),
    ...collectionResponses({ refusals: [], unknown: ["UnknownComplaint"] })
  }
}
