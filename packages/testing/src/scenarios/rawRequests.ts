import { complaintAt, noticeAt, titleOf } from "../Samples.ts"
import { type Outcome, records, refused } from "../Scenario.ts"
import { draft, type Draft } from "./Draft.ts"
import { allComplaints, allNotices, complaintsPage, noticesPage } from "./requests.ts"
import { lastFirst, newestFirst } from "./expectedRecords.ts"

const complaints = (name: string, wire: string, statements: ReadonlyArray<number>, outcome: Outcome): Draft => ({
  ...draft(name, statements, complaintsPage({}, wire), outcome),
  isRawOnly: true
})

const notices = (name: string, wire: string, statements: ReadonlyArray<number>, outcome: Outcome): Draft => ({
  ...draft(name, statements, noticesPage({}, wire), outcome),
  isRawOnly: true
})

const range = (operator: string, ...values: ReadonlyArray<string>): string =>
  [
    "filter[day][condition][path]=date",
    `filter[day][condition][operator]=${operator}`,
    ...values.map((value) =>
      values.length === 1 ? `filter[day][condition][value]=${value}` : `filter[day][condition][value][]=${value}`
    )
  ].join("&")

/** Requests that our clients never send, because they are undocumented or exceed limits. */
export const rawRequests: ReadonlyArray<Draft> = [
  complaints(
    "returns 50 complaints if 51 are requested",
    "items_per_page=51",
    [20],
    records(newestFirst().slice(0, 50))
  ),
  notices(
    "returns 50 notices if 500 are requested",
    "page[limit]=500",
    [26],
    records(lastFirst("created").slice(0, 50))
  ),
  notices("returns 50 notices by default", "", [26], records(lastFirst("created").slice(0, 50))),
  complaints("refuses an offset that is no number", "offset=ten", [20], refused("InvalidQuery")),
  complaints("refuses a page that is no number", "items_per_page=many", [20], refused("InvalidQuery")),
  notices("refuses a page of no notices", "page[limit]=0", [26], refused("BadRequest")),
  complaints(
    "accepts dates without quotation marks",
    "created_date=2021-07-06&items_per_page=50",
    [16],
    records(newestFirst(({ createdDate }) => createdDate.startsWith("2021-07-06")).slice(0, 50))
  ),
  complaints(
    "ignores unknown parameters",
    "company_phone_number=5551000000&items_per_page=3",
    [15],
    records(newestFirst().slice(0, 3))
  ),
  {
    ...complaints(
      "ignores half a range in the live profile",
      'created_date_from="2021-07-06"&items_per_page=3',
      [19],
      records(newestFirst().slice(0, 3))
    ),
    setup: { profile: "live" }
  },
  notices(
    "lists the notices since a date",
    range(">=", "2011-04-07"),
    [27],
    records(lastFirst("created", ({ date }) => date >= "2011-04-07"))
  ),
  notices(
    "lists the notices up to a date",
    range("<=", "2011-04-02"),
    [27],
    records(lastFirst("created", ({ date }) => date <= "2011-04-02"))
  ),
  notices(
    "lists the notices between two dates, inclusive",
    range("BETWEEN", "2011-04-02", "2011-04-04"),
    [27],
    records(lastFirst("created", ({ date }) => date >= "2011-04-02" && date <= "2011-04-04"))
  ),
  notices("refuses a filter on a field that notices do not have", "filter[color]=red", [23], refused("BadRequest")),
  notices(
    "rejects a double equals sign as an operator",
    "filter[date][condition][path]=date&filter[date][condition][operator]===&filter[date][condition][value]=2011-04-03",
    [23],
    refused("BadRequest")
  )
]

/** Requests whose parameters clients derive from user input. */
export const typed: ReadonlyArray<Draft> = [
  draft(
    "accepts the postal code of a state, ignoring case",
    [22],
    allComplaints({ state: "oh" }, undefined),
    records(newestFirst(({ state }) => state === "Ohio"))
  ),
  draft(
    "accepts the name of a state, ignoring case",
    [22],
    allComplaints({ state: "new york" }, 'state="new york"'),
    records(newestFirst(({ state }) => state === "New York"))
  ),
  draft(
    "gets a notice with a filter by id",
    [23],
    allNotices({ id: noticeAt(1).id }, `filter[id][value]=${noticeAt(1).id}`),
    records([noticeAt(1).transactionNumber])
  ),
  draft(
    "filters notices by the complete value of a field",
    [23],
    allNotices({ acquiringParty: "Fictional Foods plc" }, "filter[acquiring-party]=Fictional Foods plc"),
    records(lastFirst("created", ({ acquiringParty }) => acquiringParty === "Fictional Foods plc"))
  ),
  draft(
    "filters notices by the complete title",
    [23],
    allNotices({ titleExactly: titleOf(noticeAt(0)) }, `filter[title]=${titleOf(noticeAt(0))}`),
    records([noticeAt(0).transactionNumber])
  ),
  {
    name: "returns a complaint whose attributes are all empty",
    statements: [9, 10],
    request: { _tag: "GetComplaint", id: complaintAt(19).id },
    outcome: records([complaintAt(19).companyPhoneNumber]),
    response: {
      status: 200,
      body: {
        data: [{ attributes: { "consumer-city": "", "consumer-state": "", "recorded-message-or-robocall": "" } }]
      }
    }
  }
]
