import {
  CivilDate,
  ComplaintFilters,
  ComplaintQuery,
  createdRange,
  isCivilDate,
  NoticeFilters,
  NoticeQuery,
  publicationOf
} from "@public-records/core"
import { publishedDays } from "@public-records/files/dailyFileName"
import type { ExportManifest } from "@public-records/files/exportManifest"
import { Effect, Option } from "effect"
import { UrlParams } from "effect/http"
import type { DayRange } from "../MirrorStatus.ts"
import { dateOf, dayOf, daysBetween } from "../store/civil.ts"
import type { FileContents } from "./readFile.ts"

const isCompleteExport = ({ claimedTotal, max, records, rejected }: ExportManifest, read: number): boolean =>
  max === null && rejected === 0 && records === read && (claimedTotal === null || claimedTotal === records)

const paramsOf = ({ query }: ExportManifest): UrlParams.UrlParams => UrlParams.fromInput(new URLSearchParams(query))

const noticeFilters = Object.keys(NoticeFilters.fields)
const createdFilters = new Set(["createdDate", "createdFrom", "createdTo"])
const otherFilters = Object.keys(ComplaintFilters.fields).filter((name) => !createdFilters.has(name))

/** Whether a query asks for its records from the first one on, without some filters. */
const isWithout = (query: { readonly offset: number }, filters: ReadonlyArray<string>): boolean =>
  query.offset === 0 && !filters.some((name) => Object.hasOwn(query, name))

/** Returns the created days that an export has all records of. */
const exportedDays = Effect.fnUntraced(function* (manifest: ExportManifest, read: number) {
  if (manifest.collection !== "complaints" || !isCompleteExport(manifest, read)) return []
  const query = yield* Effect.option(ComplaintQuery.fromUrlParams(paramsOf(manifest)))
  const { from = "", to = "" } =
    Option.isSome(query) && isWithout(query.value, otherFilters) ? createdRange(query.value) : {}
  if (!isCivilDate(from) || !isCivilDate(to)) return []
  const { missing = [], partial = [] } = manifest.coverage ?? {}
  const lacking = new Set([...partial.map(dayOf), ...missing.flatMap(daysBetween)])
  const started = Date.parse(manifest.startedAt)
  const isPublished = (day: number): boolean => publicationOf(dateOf(day)).epochMilliseconds <= started
  return daysBetween({ from: CivilDate.make(from), to: CivilDate.make(to) }).filter(
    (day) => isPublished(day) && !lacking.has(day)
  )
})

/** Whether an export has all notices of the service. */
export const hasAllNotices = Effect.fnUntraced(function* (manifest: ExportManifest, read: number) {
  if (manifest.collection !== "notices" || !isCompleteExport(manifest, read)) return false
  const query = yield* Effect.option(NoticeQuery.fromUrlParams(paramsOf(manifest)))
  return Option.isSome(query) && isWithout(query.value, noticeFilters)
})

/**
 * Returns the days of a file that are complete. Without a reason to trust it, a file has parts of its days. Of several files that cover
 * some days, each covers those that it has records of.
 */
export const completeDays = Effect.fnUntraced(function* (
  path: string,
  contents: FileContents,
  manifest: ExportManifest | undefined,
  covers: DayRange | undefined,
  isOnlyFile: boolean
) {
  if (contents.invalid > 0) return []
  const days = contents.days()
  if (covers !== undefined) return daysBetween(covers).filter((day) => isOnlyFile || days.includes(day))
  if (manifest !== undefined) return yield* exportedDays(manifest, contents.complaints)
  const published = publishedDays(path).map(dayOf)
  return days.every((day) => published.includes(day)) ? published : []
})

/** Returns why a day of a file is partial that is not one of its `completeDays`. */
export const whyPartial = (
  path: string,
  { cutOffAt, invalid }: Pick<FileContents, "cutOffAt" | "invalid">,
  manifest: ExportManifest | undefined,
  covers: DayRange | undefined
): string => {
  if (cutOffAt !== undefined) return "the file ends within a line"
  if (invalid > 0) return `${invalid.toLocaleString("en-US")} of the rows of its file could not be read`
  if (covers !== undefined) return `the file is said to cover only ${covers.from} to ${covers.to}`
  if (manifest !== undefined) return "the export has a filter, lacks records or began before the day was published"
  if (publishedDays(path).length === 0)
    return "the name of the file does not say which days it has; name them with --covers"
  return "the file has records of other days than its name says"
}
