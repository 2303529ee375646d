import * as Schema from "effect/Schema"
import { CivilDate } from "../dates/CivilDate.ts"
import { CivilMoment } from "../dates/CivilDateTime.ts"
import { FilterText } from "./readText.ts"
import { StateName } from "./State.ts"

/** Three digits, the first one not 0. */
const AreaCode = Schema.Int.check(Schema.isBetween({ minimum: 100, maximum: 999 }))

const filters = {
  /** The day of the complaint. */
  createdDate: Schema.optionalKey(CivilDate),
  /** The first day of the complaints, or a date and time. */
  createdFrom: Schema.optionalKey(CivilMoment),
  /** The last day of the complaints, or a date and time. */
  createdTo: Schema.optionalKey(CivilMoment),
  /** The day of the call. */
  violationDate: Schema.optionalKey(CivilDate),
  /** The first day of the calls, or a date and time. */
  violationFrom: Schema.optionalKey(CivilMoment),
  /** The last day of the calls, or a date and time. */
  violationTo: Schema.optionalKey(CivilMoment),
  /** The consumer's state. */
  state: Schema.optionalKey(StateName),
  /** The consumer's city, as consumers report it. */
  city: Schema.optionalKey(FilterText),
  /** The consumer's area code. */
  areaCode: Schema.optionalKey(AreaCode),
  /** Whether the call was a recording. Only local records have `"unknown"`: complaints that do not say. */
  robocall: Schema.optionalKey(Schema.Union([Schema.Boolean, Schema.Literal("unknown")])),
  /** A telephone number in any form in which people type it, or its first digits. Only for local records, like the next three. */
  number: Schema.optionalKey(FilterText),
  /** The subject of the call. Letter case and repeated spaces are ignored. */
  subject: Schema.optionalKey(FilterText),
  /** The hour of the complaint. */
  hour: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 23 }))),
  /** The number of days up to the newest day of the local records, that day included. Excludes created dates. */
  days: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 99_999 }))),
  /** Parameters that are sent instead of all other filters, without checks or quotes. **Source** docs/api.md, statement 19. */
  unchecked: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
}

/** A choice of complaints, in any combination. All given members must hold. `serviceProblems` says what the service cannot answer. */
export const ComplaintFilters = Schema.Struct(filters)
export interface ComplaintFilters extends Schema.Struct.Type<typeof filters> {}

/** A range of dates whose ends may be missing. A date without a time includes its full day. */
export interface OpenRange {
  readonly from?: CivilMoment
  readonly to?: CivilMoment
}

/** Returns the created dates of a query as a range. `createdDate` is both ends. `days` alone is an open range. */
export const createdRange = ({
  createdDate,
  createdFrom: from = createdDate,
  createdTo: to = createdDate
}: ComplaintFilters): OpenRange => ({ ...(from && { from }), ...(to && { to }) })
