import { complaintAt, complaintRecord, noticeAt, noticeRecord } from "../Samples.ts"
import { type ExpectedJson, records, refused } from "../Scenario.ts"
import { type Draft } from "./Draft.ts"
import { lastFirst, newestFirst } from "./expectedRecords.ts"

const complaint = complaintAt(0)
const notice = noticeAt(0)

/** The documented member `jsonapi`. */
const jsonapi = { version: "1.0", meta: { links: { self: { href: "http://jsonapi.org/format/1.0/" } } } }

const complaintOnTheWire: ExpectedJson = {
  ...complaintRecord(complaint),
  links: { self: `{base_url}/v0/dnc-complaints/${complaint.id}` }
}

const noticeOnTheWire: ExpectedJson = {
  ...noticeRecord(notice),
  attributes: { ...noticeRecord(notice).attributes, tags: undefined },
  relationships: { node_type: { data: null, links: {} } },
  meta: [],
  links: { self: { href: `{base_url}/v0/hsr-early-termination-notices/${notice.id}?resourceVersion=id%3A1` } }
}

/** Documented format of envelopes and records. */
export const envelopes: ReadonlyArray<Draft> = [
  {
    name: "returns complaints in an envelope with data, meta and links",
    statements: [1, 4, 5, 7],
    request: { _tag: "ListComplaints", input: { limit: "2" }, wire: "items_per_page=2", all: false },
    outcome: records(newestFirst().slice(0, 2)),
    response: {
      status: 200,
      headers: { "content-type": "application/json" },
      body: {
        data: [{ type: "dnc_complaint" }, { type: "dnc_complaint" }],
        meta: { "records-this-page": 2, "records-total": 130 },
        links: { self: "{base_url}/v0/dnc-complaints?items_per_page=2" },
        jsonapi: undefined
      }
    }
  },
  {
    name: "returns notices in an envelope with data, meta, links and jsonapi",
    statements: [1, 4, 5, 7],
    request: { _tag: "ListNotices", input: { limit: "2" }, wire: "page[limit]=2", all: false },
    outcome: records(lastFirst("created").slice(0, 2)),
    response: {
      status: 200,
      headers: { "content-type": "application/json" },
      body: {
        jsonapi,
        data: [{ type: "early_termination_notice" }, { type: "early_termination_notice" }],
        meta: { count: "2" },
        links: { self: { href: "{base_url}/v0/hsr-early-termination-notices?page%5Blimit%5D=2" } }
      }
    }
  },
  {
    name: "returns one complaint in an array, with every documented attribute",
    statements: [4, 9],
    request: { _tag: "GetComplaint", id: complaint.id },
    outcome: records(["5551000000"]),
    response: {
      status: 200,
      body: { data: [complaintOnTheWire], meta: { "records-this-page": 1, "records-total": 1 } }
    }
  },
  {
    name: "returns one notice in an array, with every documented attribute",
    statements: [4, 12],
    request: { _tag: "GetNotice", id: notice.id },
    outcome: records(["20111000"]),
    response: { status: 200, body: { jsonapi, data: [noticeOnTheWire], meta: { count: "1" } } }
  },
  {
    name: "returns an envelope without records if nothing matches",
    statements: [8],
    request: { _tag: "ListComplaints", input: { state: "Maine" }, wire: "state=Maine", all: false },
    outcome: records([]),
    response: { status: 200, body: { data: [], meta: { "records-this-page": 0, "records-total": 0 } } }
  },
  {
    name: "reports the count of notices as the total in the live profile",
    statements: [5, 6],
    setup: { profile: "live" },
    request: { _tag: "ListNotices", input: { limit: "2" }, wire: "page[limit]=2", all: true },
    outcome: records(lastFirst("created")),
    response: { status: 200, headers: { "content-type": "application/vnd.api+json" }, body: { meta: { count: 60 } } }
  },
  {
    name: "returns one complaint that links to another host in the live profile",
    statements: [7, 28],
    setup: { profile: "live" },
    request: { _tag: "GetComplaint", id: complaint.id },
    outcome: records(["5551000000"]),
    response: {
      status: 200,
      body: { data: [{ links: { self: `https://www.ftc.gov/v0/dnc-complaints/${complaint.id}` } }] }
    }
  },
  {
    name: "returns links without a key even if the request URL has one",
    statements: [7, 29],
    setup: { key: "none", queryKey: "known" },
    request: { _tag: "ListComplaints", input: { limit: "1" }, wire: "items_per_page=1", all: false },
    outcome: records(newestFirst().slice(0, 1)),
    response: {
      status: 200,
      body: { links: { self: "{base_url}/v0/dnc-complaints?items_per_page=1" } }
    }
  },
  {
    name: "returns gateway errors in the gateway's format",
    statements: [31],
    setup: { key: "none" },
    request: { _tag: "ListNotices", input: {}, wire: "", all: false },
    outcome: refused("KeyMissing"),
    response: {
      status: 403,
      headers: { "content-type": "application/json" },
      body: {
        error: {
          code: "API_KEY_MISSING",
          message: "No api_key was supplied. Get one at https://api.ftc.gov:443"
        }
      }
    }
  },
  {
    name: "fails for an unknown notice id in the format of the notices' back end",
    statements: [28, 31],
    request: { _tag: "GetNotice", id: "ffffffff-ffff-4fff-8fff-ffffffffffff" },
    outcome: refused("NotFound"),
    response: { status: 404, body: { jsonapi, errors: [{ title: "Not Found", status: "404" }] } }
  }
]
