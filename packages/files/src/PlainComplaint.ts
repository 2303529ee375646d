/** The values of a row of a daily file, as the service prints them. Only the dates are brought into one format. */
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

/** A complaint as a plain object, with its values as the service prints them. */
export interface PlainComplaint extends ComplaintRow {
  readonly id: string
}
