import { Complaint, Notice } from "@public-records/core"

/** A complaint with every field, and text that CSV has to quote. */
export const complaint = Complaint.make({
  id: "a9005ccec0f86e9a73206cb7ad3e442d",
  companyPhoneNumber: "4703352559",
  createdDate: "2021-07-07 00:01:15",
  violationDate: "2021-07-06 11:48:00",
  consumerCity: 'Saint "Louis", East',
  consumerState: "Missouri",
  consumerAreaCode: "314",
  subject: "Warranties  & protection plans",
  isRobocall: true,
  recordedMessageOrRobocall: "Y",
  link: null
})

/** A complaint with only the required fields. */
export const silentComplaint = Complaint.make({
  id: "1a7487516f024b653e728991209a5989",
  companyPhoneNumber: null,
  createdDate: "2021-07-07 00:01:41",
  violationDate: "2021-07-06 18:17:00",
  consumerCity: null,
  consumerState: null,
  consumerAreaCode: null,
  subject: null,
  isRobocall: null,
  recordedMessageOrRobocall: "",
  link: null
})

/** Text that clears the screen, opens a link, reverses the line, hides a tag and ends the line. */
export const hostileText = "\u001B[2J\u001B]8;;https://evil.test\u0007x\u009B31m\u202Eevil\u200B\u{E0041}\r\nnext"

/** A complaint with hostile text. */
export const hostileComplaint = Complaint.make({
  ...complaint,
  consumerCity: hostileText,
  subject: "=cmd|' /C calc'!A0"
})

/** The notice of the documentation, with entities and a tag. */
export const notice = Notice.make({
  id: "0e55ae4d-52f6-463c-8cd2-0cbc2b6a6eba",
  transactionNumber: "20110718",
  title: "20110718: DISH Network Corporation; Blockbuster Inc.",
  acquiringParty: "DISH Network Corporation",
  acquiredParty: "Blockbuster Inc.",
  acquiredEntities: ["Blockbuster Inc.", "B2 LLC"],
  date: "2011-04-11",
  created: "2013-09-24T20:05:39+00:00",
  updated: "2013-09-24T20:05:39+00:00",
  tags: [],
  link: null
})
