/**
 * A consumer's unverified complaint about an unwanted call: a plain object, all of which `structuredClone` and JSON preserve.
 *
 * **Units** dates and times have no time zone and are unchanged.
 *
 * **Source** docs/api.md, statements 9 to 11.
 */
export interface Complaint {
  /** The id at the service. The observed ids have 32 hexadecimal digits. */
  readonly id: string
  /** The number that called, as the consumer typed it: up to 20 digits, unchecked. `null` if it is missing. */
  readonly companyPhoneNumber: string | null
  /** The time of the complaint, such as `"2021-07-07 00:01:15"`. */
  readonly createdDate: string
  /** The time of the call, such as `"2021-07-06 17:00:00"`. */
  readonly violationDate: string
  /** The consumer's city. `null` if it is missing. */
  readonly consumerCity: string | null
  /** The full name of the consumer's state. `null` if it is missing. */
  readonly consumerState: string | null
  /** The consumer's area code. `null` if it is missing. */
  readonly consumerAreaCode: string | null
  /** The subject of the call: one of `subjects`, or another one. `null` if it is missing. */
  readonly subject: string | null
  /** Whether the call was a recording. `null` if the complaint does not say. */
  readonly isRobocall: boolean | null
  /** The original text of `isRobocall`. */
  readonly recordedMessageOrRobocall: string
  /** The URL of the record at the service. `null` if it is missing. */
  readonly link: string | null
}

/**
 * A notice that the waiting period of a merger ended early: a plain object, all of which `structuredClone` and JSON preserve.
 *
 * **Source** docs/api.md, statement 12.
 */
export interface Notice {
  /** The id at the service, a UUID, or `site-` and the transaction number if the notice was read from the FTC's site. */
  readonly id: string
  /** The number of the transaction: fiscal year and sequence number. `null` if it is missing. */
  readonly transactionNumber: string | null
  /** The title of the notice. `null` if it is missing. */
  readonly title: string | null
  /** The name of the acquiring party. `null` if it is missing. */
  readonly acquiringParty: string | null
  /** The name of the acquired party. `null` if it is missing. */
  readonly acquiredParty: string | null
  /** The names of the acquired entities. */
  readonly acquiredEntities: ReadonlyArray<string>
  /** The date of the notice, without a time zone, such as `"2011-04-11"`. */
  readonly date: string
  /** The time of creation, in ISO 8601 with an offset, unchanged. `null` if the notice was read from the FTC's site. */
  readonly created: string | null
  /** The time of the last change, in ISO 8601 with an offset, unchanged. `null` if the notice was read from the FTC's site. */
  readonly updated: string | null
  /** The tags, as parsed JSON. No tag has been observed. */
  readonly tags: ReadonlyArray<unknown>
  /** The URL of the record at the service. `null` if it is missing. */
  readonly link: string | null
}
