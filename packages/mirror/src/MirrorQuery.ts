import { ComplaintFilters, NoticeFilters } from "@public-records/core"
import { Schema } from "effect"
import { integerFrom } from "./argumentProblems.ts"

/** Counts of complaints: `records` has each one, `reports` counts equal complaints of a day once. */
export interface Counts {
  readonly reports: number
  readonly records: number
}

export interface RobocallCounts {
  readonly yes: number
  readonly no: number
  readonly unknown: number
}

/** A value of a field, `null` if it is missing, and its number of reports. The most frequent values come first. */
export type Counted<Field extends string, Value = string | null> = { readonly [Name in Field]: Value } & {
  readonly reports: number
}

export interface NumberCounts extends Counts {
  readonly number: string
}

/** Everything about one telephone number. The dates are `null` if it was never reported. */
export interface NumberReport extends Counts {
  readonly number: string
  /** Numbers in the mirror that may be this one, typed with a leading 1 that cut off the last digit. They are not counted. */
  readonly possibly: ReadonlyArray<string>
  readonly first: string | null
  readonly last: string | null
  readonly robocalls: RobocallCounts
  readonly states: ReadonlyArray<Counted<"state">>
  readonly areaCodes: ReadonlyArray<Counted<"areaCode">>
  readonly subjects: ReadonlyArray<Counted<"subject">>
  /** In the order of time: `2021-07`. */
  readonly months: ReadonlyArray<Counted<"month", string>>
  /** Up to 20 numbers that share the first 8, 7 or 6 digits. The nearest come first, then the most reported. */
  readonly neighbors: ReadonlyArray<NumberCounts>
}

/** The numbers that begin with some digits. `count` counts all of them, `numbers` has the 50 that were reported most. */
export interface PrefixReport extends Counts {
  readonly prefix: string
  readonly count: number
  readonly numbers: ReadonlyArray<NumberCounts>
}

/** The numbers that end with seven digits, as `PrefixReport`: their area code was not given. */
export interface SuffixReport extends Omit<PrefixReport, "prefix"> {
  readonly suffix: string
}

export const TopQuery = Schema.Struct({
  of: Schema.Literals(["numbers", "subjects", "states", "area-codes", "cities"]),
  where: Schema.optional(ComplaintFilters),
  /** @default 10 */
  limit: Schema.optional(integerFrom(1)),
  /** How many places, pairs of state and area code, have to report a value. @default 1 */
  places: Schema.optional(integerFrom(1))
})
export interface TopQuery extends Schema.Schema.Type<typeof TopQuery> {}
export type TopDimension = TopQuery["of"]

export interface City {
  readonly city: string
  readonly state: string | null
}

/** Figures about the complaints of a rank. `first` and `last` are dates and times of filing, "" without a complaint. */
export interface RankedCounts extends Counts {
  /** Pairs of state and area code. A missing state or area code counts as a value. */
  readonly places: number
  readonly robocalls: RobocallCounts
  readonly first: string
  readonly last: string
}

export interface Ranked extends RankedCounts {
  readonly value: string | City
}

export interface Omitted extends Ranked {
  readonly reason: "placeholder" | "not a number" | "too few places"
}

/**
 * `omitted` has the values that outrank the last row, or, if there is no row, all values. Of the numbers, only those with as many reports
 * as places are needed.
 * `withoutValue` counts the complaints that do not have the field.
 */
export interface Ranking {
  readonly top: ReadonlyArray<Ranked>
  readonly omitted: ReadonlyArray<Omitted>
  readonly withoutValue: RankedCounts
}

export const Dimension = Schema.Literals([
  "day",
  "week",
  "month",
  "year",
  "weekday",
  "hour",
  "call-hour",
  "state",
  "subject",
  "area-code",
  "city",
  "robocall"
])
export type Dimension = typeof Dimension.Type

export const TrendQuery = Schema.Struct({
  by: Dimension,
  split: Schema.optional(Dimension),
  where: Schema.optional(ComplaintFilters)
})
export interface TrendQuery extends Schema.Schema.Type<typeof TrendQuery> {}

/**
 * The value of a dimension: a date for `day`, the date of the Monday for `week`, `2021-07`, `2021`, 1 (Monday) to 7 for
 * `weekday`, 0 to 23 for hours, `null` for a missing or unknown value.
 */
export type TrendKey = string | number | boolean | City | null

/** Days, months and hours are those in which complaints were filed, except for `call-hour`. */
export interface TrendRow extends Counts {
  readonly key: TrendKey
  /** `null` also without a `split`. */
  readonly split: TrendKey
  /** By `hour`, unless split by `call-hour`: the reports of calls in this hour, whenever they were filed. */
  readonly called?: number
  /** By `week`, `month` or `year`: how many days of the period, within the range, the mirror has. */
  readonly days?: number
  /** By `week`, `month` or `year`: how many days the period has in the calendar. */
  readonly of?: number
}

export interface Trends {
  readonly by: Dimension
  readonly split: Dimension | null
  readonly rows: ReadonlyArray<TrendRow>
}

export interface PartyNotice {
  readonly id: string
  readonly date: string
  readonly transactionNumber: string
  readonly acquiringParty: string
  readonly acquiredParty: string
  readonly role: "acquiring" | "acquired" | "entity"
}

/**
 * The `notices` of the mirror that an answer is based on. `lastChanged` is when one of them was last changed, `readToTheEnd` whether the
 * mirror once had all notices of the service.
 */
export interface NoticeBasis {
  readonly notices: number
  readonly lastChanged: string | null
  readonly readToTheEnd: boolean
}

/** The notices that name a party, the newest first, out of all notices of the mirror. */
export interface PartyHistory extends NoticeBasis {
  readonly party: ReadonlyArray<PartyNotice>
  /** How many transactions the found notices are about. Those with the same number are one. */
  readonly transactions: number
  /** The name that was looked for in the second place if no notice has the full one: `Nestle` for `Nestle Inc.` */
  readonly withoutEnding: string | null
  /** The most similar names, if no notice was found. */
  readonly similar: ReadonlyArray<string>
}

export const TopPartiesQuery = Schema.Struct({
  /** `parties` ranks both. */
  of: Schema.Literals(["acquiring-parties", "acquired-parties", "parties"]),
  where: Schema.optional(NoticeFilters),
  /** @default 10 */
  limit: Schema.optional(integerFrom(1))
})
export interface TopPartiesQuery extends Schema.Schema.Type<typeof TopPartiesQuery> {}

export const CountNoticesQuery = Schema.Struct({
  /** `month` is the month of the year, `01` to `12`. */
  by: Schema.Literals(["year", "month", ...TopPartiesQuery.fields.of.literals]),
  where: Schema.optional(NoticeFilters)
})
export interface CountNoticesQuery extends Schema.Schema.Type<typeof CountNoticesQuery> {}

/** The notices with a value. A party is in its most frequent spelling. `first` and `last` are dates of notices. */
export interface NoticeCount {
  readonly value: string
  /** Notices with the same transaction number are one. */
  readonly transactions: number
  readonly notices: number
  readonly first: string
  readonly last: string
}

/** All values of the notices that match, the most frequent one first. */
export interface NoticeCounts extends NoticeBasis {
  readonly counts: ReadonlyArray<NoticeCount>
  /** The notices that have no such value. */
  readonly withoutValue: number
}

/** The parties with the most transactions, out of the notices that match. */
export interface PartyRanking extends Omit<NoticeCounts, "counts"> {
  readonly top: ReadonlyArray<NoticeCount>
}
