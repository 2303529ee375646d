import { complaintRecord, noticeRecord, type SampleComplaint, sampleNotices } from "../Samples.ts"
import { records, refused, type Scenario } from "../Scenario.ts"
import { answering, everyComplaint, everyNotice, onComplaints, onNotices } from "./questions.ts"
import { complaintsNewestFirst, newestFirst } from "./truth.ts"

const withAttributes = (complaint: SampleComplaint, attributes: object): unknown => {
  const record = complaintRecord(complaint)
  return { ...record, attributes: { ...record.attributes, ...attributes } }
}

const withoutId = (complaint: SampleComplaint): unknown =>
  Object.fromEntries(Object.entries(complaintRecord(complaint)).filter(([name]) => name !== "id"))

/** How records were seen to break the contract, by their place in the first page. */
const broken: ReadonlyMap<number, (complaint: SampleComplaint) => unknown> = new Map([
  [0, (complaint: SampleComplaint) => withAttributes(complaint, { "created-date": "Columbus" })],
  [7, (complaint: SampleComplaint) => withAttributes(complaint, { "company-phone-number": "2021-07-07 00:01:15" })],
  [8, withoutId],
  [48, () => "no record"]
])

const brokenPage = complaintsNewestFirst
  .slice(0, 50)
  .map((complaint, place) => (broken.get(place) ?? complaintRecord)(complaint))

/** Values that no sample shows, and that cost nothing. */
const odd = (complaint: SampleComplaint): unknown => ({
  ...complaintRecord(complaint),
  attributes: {
    ...complaintRecord(complaint).attributes,
    "consumer-city": null,
    subject: "A new subject",
    seq: 19_479_399
  },
  surprise: { nested: [1, 2, 3] }
})

const oddMeta = { "records-this-page": "50", "record-total": { _id: "84e5", seq: 19_479_399 }, "pages-total": "x" }

/** Answers that break the contract: what is good in them comes. */
export const malformed: ReadonlyArray<Scenario> = [
  {
    name: "covers every good complaint, though some in a page break the contract",
    statements: [13],
    setting: onComplaints([1], answering(brokenPage, { "records-this-page": 50, "records-total": 130 })),
    question: everyComplaint,
    outcome: records(newestFirst().filter((_, place) => !broken.has(place)))
  },
  {
    name: "covers every complaint once, though members are unknown, empty or odd",
    statements: [5, 11],
    setting: onComplaints([1], answering(complaintsNewestFirst.slice(0, 50).map(odd), oddMeta)),
    question: everyComplaint,
    outcome: records(newestFirst())
  },
  {
    name: "takes a list of notices without anything beside the records",
    statements: [5],
    setting: onNotices([1], answering(sampleNotices.slice(0, 3).map(noticeRecord), undefined)),
    question: { ...everyNotice, all: false },
    outcome: records(sampleNotices.slice(0, 3).map(({ transactionNumber }) => transactionNumber))
  },
  {
    name: "says that an answer is no list",
    statements: [4],
    setting: onComplaints([1], { do: "status", status: 200, body: '{"hello":"world"}' }),
    question: everyComplaint,
    outcome: refused("UnexpectedAnswer")
  }
]
