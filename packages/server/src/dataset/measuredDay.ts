/**
 * Values and how often each was counted, as text: `3413 Y,Other|1317 N,Other`. The most frequent come first.
 *
 * **Gotchas** a text, because a list of thousands of pairs would be thousands of lines.
 */
export type Tally = string

/** How often what occurs among the complaints of one real day; what generated complaints are drawn from. */
export interface MeasuredDay {
  readonly complaints: number
  /** Complaints that have a telephone number, and how many numbers those are. */
  readonly numbers: number
  readonly distinctNumbers: number
  /** Telephone numbers with `#` for their digits, the empty one included. */
  readonly numberForms: Tally
  /** The robocall field and the subject, as `Y,Other`. */
  readonly calls: Tally
  /** The quarter of an hour, 0 to 95, in which a complaint was made. */
  readonly createdQuarterHours: Tally
  /** For each hour of creation, how the call is dated: `noTime` (midnight), `sameDay` or `otherDay`. */
  readonly callKinds: ReadonlyArray<Tally>
  /** For each quarter of an hour of creation, how many minutes before it a call of the same day came, as `lagBinOf`. */
  readonly sameDayLags: ReadonlyArray<Tally>
  /** How many days before its complaint a call of another day came; below 0 for one that is dated later. */
  readonly otherDaysBack: Tally
  readonly otherDayQuarterHours: Tally
  readonly noTimeDaysBack: Tally
  /** For each state, the area code and the city, as `216 Cleveland`; many cities are empty. */
  readonly places: Readonly<Record<string, Tally>>
}
