/**
 * What the service was seen to do besides the differences of the profile `live`; each is off unless it is asked for, and
 * works in either profile. The same seed and data give the same records.
 *
 * **Source** observed, "Complaints"; decisions 4, 24, 27 and 30.
 */
export interface Quirks {
  /**
   * What `record-total` of a list of complaints is: an object that is no total, or the integer. Without it, what the
   * profile has.
   */
  readonly totals?: "stray" | "integer" | undefined
  /** The share of complaints that are held a second time, under another id. From 0 to 1; about 0.02 was seen. */
  readonly doubles?: number | undefined
  /** How many records early each page of a list begins, the first one aside: from 0 to 49. */
  readonly overlaps?: number | undefined
  /**
   * The share of complaints whose values are shifted: the date where the number belongs, a company's name where the city
   * does. From 0 to 1; about 0.02 was seen.
   */
  readonly shifted?: number | undefined
}
