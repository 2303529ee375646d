/** The values of a row of a daily file, unchanged except that all dates have one format. */
export interface ComplaintRow {
  readonly companyPhoneNumber: string
  /** `YYYY-MM-DD HH:MM:SS` */
  readonly createdDate: string
  /** `YYYY-MM-DD HH:MM:SS` */
  readonly violationDate: string
  readonly consumerCity: string
  readonly consumerState: string
  readonly consumerAreaCode: string
  readonly subject: string
  readonly recordedMessageOrRobocall: string
}

/** A complaint as a plain object with the values of the service. */
export interface PlainComplaint extends ComplaintRow {
  readonly id: string
}

/** Returns the attributes of a complaint in the format of the service. */
export const complaintAttributes = (complaint: ComplaintRow) => ({
  "company-phone-number": complaint.companyPhoneNumber,
  "created-date": complaint.createdDate,
  "violation-date": complaint.violationDate,
  "consumer-city": complaint.consumerCity,
  "consumer-state": complaint.consumerState,
  "consumer-area-code": complaint.consumerAreaCode,
  subject: complaint.subject,
  "recorded-message-or-robocall": complaint.recordedMessageOrRobocall
})
