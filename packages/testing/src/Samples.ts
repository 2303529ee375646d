/** Complaint of the sample data, independent of the wire format. */
export interface SampleComplaint {
  readonly id: string
  readonly companyPhoneNumber: string
  readonly createdDate: string
  readonly violationDate: string
  readonly city: string
  readonly state: string
  readonly areaCode: string
  readonly subject: string
  readonly robocall: string
}

/** Notice of the sample data, independent of the wire format. */
export interface SampleNotice {
  readonly id: string
  readonly transactionNumber: string
  readonly acquiringParty: string
  readonly acquiredParty: string
  readonly date: string
  readonly created: string
  readonly updated: string
}

const two = (number: number): string => String(number).padStart(2, "0")

const places = [
  { state: "Ohio", city: "Columbus", areaCode: "614" },
  { state: "Ohio", city: "Akron", areaCode: "330" },
  { state: "New York", city: "New York", areaCode: "212" },
  { state: "New York", city: "", areaCode: "" },
  { state: "Texas", city: "Fort Worth", areaCode: "817" },
  { state: "", city: "", areaCode: "614" },
  { state: "District of Columbia", city: "Washington", areaCode: "202" }
] as const

const subjects = ["Other", "Warranties  & protection plans", "No Subject Provided"] as const

/** Returns the n-th complaint, created on July 5, 6 or 7, 2021. Every fourth one has the same timestamp as the one before it, to create ties. */
export const complaintAt = (n: number): SampleComplaint => {
  const place = places[n % places.length] ?? places[0]
  const moment = n % 4 === 3 ? n - 1 : n
  return {
    id: `${((n * 7919) % 104_729).toString(16).padStart(8, "0")}${"0".repeat(24)}`,
    companyPhoneNumber: `555${String(1_000_000 + n)}`,
    createdDate: `2021-07-${two(5 + (moment % 3))} ${two(moment % 24)}:${two(moment % 60)}:00`,
    violationDate: `2021-07-${two(1 + (n % 7))} ${n % 5 === 0 ? "00:00:00" : `${two((n * 5) % 24)}:30:00`}`,
    ...place,
    subject: subjects[n % subjects.length] ?? "Other",
    robocall: ["Y", "N", "Y", ""][n % 4] ?? ""
  }
}

/** 130 complaints: three pages of at most 50. Each has a unique telephone number. */
export const sampleComplaints: ReadonlyArray<SampleComplaint> = Array.from({ length: 130 }, (_, n) => complaintAt(n))

const acquirers = [
  "Invented Media Holdings Inc.",
  "Madeup Capital Partners",
  "Holdings of Media LLC",
  "Fictional Foods plc"
]
const targets = ["Pretend Broadcasting", "Imaginary Blockbuster Inc.", "Sample Steel Corp."]

/** Returns the n-th notice, dated in April 2011 and created in September 2013. Many of them share a timestamp. */
export const noticeAt = (n: number): SampleNotice => ({
  id: `00000000-0000-4000-8000-${String((n * 7919) % 104_729).padStart(12, "0")}`,
  transactionNumber: `2011${String(1000 + n)}`,
  acquiringParty: acquirers[n % acquirers.length] ?? "",
  acquiredParty: targets[n % targets.length] ?? "",
  date: `2011-04-${two(1 + (n % 9))}`,
  created: `2013-09-${two(1 + (n % 6))}T20:05:39+00:00`,
  updated: `2014-01-${two(28 - (n % 8))}T22:22:27+00:00`
})

/** 60 notices: two pages, the second one incomplete. */
export const sampleNotices: ReadonlyArray<SampleNotice> = Array.from({ length: 60 }, (_, n) => noticeAt(n))

/** Returns the title of a notice, which the service builds from other fields. */
export const titleOf = (notice: SampleNotice): string =>
  `${notice.transactionNumber}: ${notice.acquiringParty}; ${notice.acquiredParty}`

/** Returns a complaint in the wire format. */
export const complaintRecord = (complaint: SampleComplaint) => ({
  type: "dnc_complaint",
  id: complaint.id,
  attributes: {
    "company-phone-number": complaint.companyPhoneNumber,
    "created-date": complaint.createdDate,
    "violation-date": complaint.violationDate,
    "consumer-city": complaint.city,
    "consumer-state": complaint.state,
    "consumer-area-code": complaint.areaCode,
    subject: complaint.subject,
    "recorded-message-or-robocall": complaint.robocall
  },
  relationships: [],
  meta: []
})

/** Returns a notice in the wire format. */
export const noticeRecord = (notice: SampleNotice) => ({
  type: "early_termination_notice",
  id: notice.id,
  attributes: {
    title: titleOf(notice),
    "transaction-number": notice.transactionNumber,
    "acquiring-party": notice.acquiringParty,
    "acquired-party": notice.acquiredParty,
    "acquired-entities": [notice.acquiredParty],
    date: notice.date,
    created: notice.created,
    updated: notice.updated
  }
})
