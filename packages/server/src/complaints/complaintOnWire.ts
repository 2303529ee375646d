import type { PlainComplaint } from "@public-records/files/PlainComplaint"

/** Returns a complaint in the format of the service. */
export const complaintOnWire = (complaint: PlainComplaint, origin: string) => ({
  type: "dnc_complaint",
  id: complaint.id,
  attributes: {
    "company-phone-number": complaint.companyPhoneNumber,
    "created-date": complaint.createdDate,
    "violation-date": complaint.violationDate,
    "consumer-city": complaint.consumerCity,
    "consumer-state": complaint.consumerState,
    "consumer-area-code": complaint.consumerAreaCode,
    subject: complaint.subject,
    "recorded-message-or-robocall": complaint.recordedMessageOrRobocall
  },
  relationships: [],
  meta: [],
  links: { self: `${origin}/v0/dnc-complaints/${encodeURIComponent(complaint.id.toWellFormed())}` }
})
