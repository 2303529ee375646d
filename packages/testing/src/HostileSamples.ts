import { complaintAt, noticeAt, type SampleComplaint, type SampleNotice } from "./Samples.ts"

/** Strings that harm programs that print them unescaped: terminal sequences, line breaks, formulas, misleading characters. */
const hostileTexts = [
  "\u001B[2J\u001B[31mred\u001B[0m",
  "\u001B]0;stolen title\u0007",
  "\u009B31m8-bit",
  "two\r\nlines",
  "tab\tand\u0000nothing",
  "\u202Etfel ot thgir\u202C",
  "\u200Bno\u2028width\uFEFF",
  '=cmd|"/c calc"!A1',
  '"quoted", and, commas',
  "<script>alert(1)</script>",
  "%s%n${HOME}`id`",
  "__proto__",
  `${"long ".repeat(400)}end`,
  `e${"\u0301".repeat(60)}`,
  "日本語 مرحبا"
] as const

/** One complaint per hostile string, in the fields that consumers fill in. */
export const hostileComplaints: ReadonlyArray<SampleComplaint> = hostileTexts.map((text, n) =>
  Object.assign(complaintAt(n), { city: text, state: "Ohio", subject: text })
)

/** One notice per hostile string, in its parties. */
export const hostileNotices: ReadonlyArray<SampleNotice> = hostileTexts.map((text, n) =>
  Object.assign(noticeAt(n), { acquiringParty: text, acquiredParty: text })
)
