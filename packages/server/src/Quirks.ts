/**
 * Odd behavior of the live service that was observed only at times. Each quirk is off by default and works in both profiles.
 * The same seed and data produce the same records.
 *
 * **Source** docs/server.md, "Quirks".
 */
export interface Quirks {
  /** The `record-total` of a list of complaints: an object that is not a total (`"stray"`), or the total as an integer. */
  readonly totals?: "stray" | "integer" | undefined
  /** Share of complaints with a duplicate under another id, from 0 to 1. It was about 0.02 until 2025. */
  readonly doubles?: number | undefined
  /** Number of ids of every complaint, from 1 to 4. In 2026 nearly all had two, some had four. */
  readonly copies?: number | undefined
  /** Number of records by which each page after the first starts too early, from 0 to 49. */
  readonly overlaps?: number | undefined
  /** Share of complaints with shifted values (a date as the phone number, a company as the city), from 0 to 1. */
  readonly shifted?: number | undefined
  /** Whether pages after the first contain the oldest complaints if the request names no date. */
  readonly oldPages?: boolean | undefined
  /** Whether Saturdays and Sundays are empty. Their complaints are dated to the Friday before. */
  readonly emptyWeekends?: boolean | undefined
  /** Share of days on which half or nearly all complaints are missing, from 0 to 1. */
  readonly holes?: number | undefined
}
