import { complaintRecord, noticeRecord, type SampleComplaint, sampleNotices } from "../Samples.ts"
import { records, refused } from "../Scenario.ts"
import { type Draft } from "./Draft.ts"
import { respondingWith, everyComplaint, onComplaints, onNotices } from "./requests.ts"
import { complaintsNewestFirst, newestFirst } from "./expectedRecords.ts"

const withAttributes = (complaint: SampleComplaint, attributes: object) => {
  const record = complaintRecord(complaint)
  return { ...record, attributes: { ...record.attributes, ...attributes } }
}

const withoutId = (complaint: SampleComplaint): unknown =>
  Object.fromEntries(Object.entries(complaintRecord(complaint)).filter(([name]) => name !== "id"))

/** Observed kinds of invalid records, by their index on the first page. */
const broken: ReadonlyMap<number, (complaint: SampleComplaint) => unknown> = new Map([
  [0, (complaint: SampleComplaint) => withAttributes(complaint, { "created-date": "Columbus" })],
  [7, (complaint: SampleComplaint) => withAttributes(complaint, { "company-phone-number": "2021-07-07 00:01:15" })],
  [8, withoutId],
  [48, () => "no record"]
])

const brokenPage = complaintsNewestFirst
  .slice(0, 50)
  .map((complaint, place) => (broken.get(place) ?? complaintRecord)(complaint))

/** Replaces values with undocumented ones that do not make a record invalid. */
const odd = (complaint: SampleComplaint): unknown => ({
  ...withAttributes(complaint, { "consumer-city": null, subject: "A new subject", seq: 19_479_399 }),
  surprise: { nested: [1, 2, 3] }
})

const oddMeta = { "records-this-page": "50", "record-total": { _id: "84e5", seq: 19_479_399 }, "pages-total": "x" }

/** Responses with invalid records or values. The valid records are returned. */
export const malformed: ReadonlyArray<Draft> = [
  {
    name: "returns every valid complaint even if a page contains invalid ones",
    statements: [13],
    setup: onComplaints([1], respondingWith(brokenPage, { "records-this-page": 50, "records-total": 130 })),
    request: everyComplaint,
    outcome: records(newestFirst().filter((_, place) => !broken.has(place)))
  },
  {
    name: "returns every complaint once, even if members are unknown, empty or unusual",
    statements: [5, 11],
    setup: onComplaints([1], respondingWith(complaintsNewestFirst.slice(0, 50).map(odd), oddMeta)),
    request: everyComplaint,
    outcome: records(newestFirst())
  },
  {
    name: "accepts a list of notices without meta and links",
    statements: [5],
    setup: onNotices([1], respondingWith(sampleNotices.slice(0, 3).map(noticeRecord), undefined)),
    request: { _tag: "ListNotices", input: {}, wire: "page[limit]=50", all: false },
    outcome: records(sampleNotices.slice(0, 3).map(({ transactionNumber }) => transactionNumber))
  },
  {
    name: "fails if a response is not a list",
    statements: [4],
    setup: onComplaints([1], { do: "status", status: 200, body: '{"hello":"world"}' }),
    request: everyComplaint,
    outcome: refused("UnexpectedAnswer")
  }
]
