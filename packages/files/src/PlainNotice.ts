/** A notice as a plain object with the values of the service. "" is a missing value. */
export interface PlainNotice {
  /** The id at the service, or `site-` and the transaction number for a notice of the FTC's site, which has no ids. */
  readonly id: string
  readonly title: string
  readonly transactionNumber: string
  readonly acquiringParty: string
  readonly acquiredParty: string
  readonly acquiredEntities: ReadonlyArray<string>
  readonly date: string
  /** "" in a notice of the FTC's site. */
  readonly created: string
  /** "" in a notice of the FTC's site. */
  readonly updated: string
  /** `undefined` if the record has no tags. */
  readonly tags: ReadonlyArray<string> | undefined
  /** The revision, from the links of the record. */
  readonly revision: string
}

/** The start of the id of a notice that was read from the FTC's site. Its transaction number follows. */
export const sitePrefix = "site-"

export const isSiteNotice = ({ id }: Pick<PlainNotice, "id">): boolean => id.startsWith(sitePrefix)

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
