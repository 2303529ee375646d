/** A notice as a plain object with the values of the service. */
export interface PlainNotice {
  readonly id: string
  readonly title: string
  readonly transactionNumber: string
  readonly acquiringParty: string
  readonly acquiredParty: string
  readonly acquiredEntities: ReadonlyArray<string>
  readonly date: string
  readonly created: string
  readonly updated: string
  /** `undefined` if the record has no tags. */
  readonly tags: ReadonlyArray<string> | undefined
  /** The revision, from the links of the record. */
  readonly revision: string
}

/** Returns the attributes of a notice in the format of the service, except its tags. */
export const noticeAttributes = (notice: PlainNotice) => ({
  title: notice.title,
  created: notice.created,
  updated: notice.updated,
  "acquired-party": notice.acquiredParty,
  "acquiring-party": notice.acquiringParty,
  date: notice.date,
  "acquired-entities": notice.acquiredEntities,
  "transaction-number": notice.transactionNumber
})
