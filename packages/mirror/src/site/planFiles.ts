import { dailyFileDate, publishedDays } from "@public-records/files/dailyFileName"
import { DateTime, Effect } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import type { FilesPlan } from "../SyncEvent.ts"
import { dateOf, dayOf, type Interval, rangesOf } from "../store/civil.ts"
import { type Database, type Row, text } from "../store/Database.ts"
import { isKnownGap } from "../store/knownGaps.ts"
import { dayIn, isWeekday } from "../store/ledger.ts"
import { raw } from "../store/sql.ts"
import { type FileCoverage, knownFiles, type SiteFile } from "./fileLedger.ts"
import {
  askedEachRun,
  daysBetweenChecks,
  editionOf,
  fileAddress,
  firstFile,
  maxDaysLate,
  maxMissing,
  meanMegabytes,
  secondsPerFile,
  unlistedEndings
} from "./ftcSite.ts"
import type { SiteIndex } from "./siteIndex.ts"

/** A daily file to ask for. */
export interface FileToRead {
  readonly date: number
  /** The paths of its editions, the first that exists is read. */
  readonly addresses: ReadonlyArray<string>
  readonly known: SiteFile | undefined
  readonly covers: FileCoverage
  /**
   * `read`: its edition was not read yet. `check`: only another body than that of the known edition is of interest. `extend`: the known
   * edition is read again for days of an earlier file that does not exist.
   */
  readonly wish: "read" | "check" | "extend"
  /** The days that the mirror lacks. */
  readonly lacking: ReadonlyArray<number>
}

/**
 * A sync with daily files. `today` is the date in Eastern time. The file of a `forced` day is read in any case, and only those are if `isRepair`.
 * What an `accepts` day gets replaces it also if it loses records.
 */
export interface FilesRun {
  readonly index: SiteIndex
  readonly range: Interval
  readonly today: number
  readonly now: DateTime.Utc
  readonly forced: ReadonlySet<number>
  readonly accepts: (day: number) => boolean
  readonly isRepair: boolean
}

/** The calendar of dates that were asked for before. Each takes a tenth of a millisecond, and a plan asks for thousands. */
const knownDays = new Map<number, ReadonlyArray<number>>()

/** Returns the days that the publication calendar assigns to the file of a date. The list is empty on days without publication. */
export const calendarDays = (date: number): ReadonlyArray<number> => {
  const days = knownDays.get(date) ?? publishedDays(`${fileAddress(dateOf(date))}.csv`).map(dayOf)
  knownDays.set(date, days)
  return days
}

const isPublicationDay = (date: number): boolean => calendarDays(date).length > 0

const daysFrom = (from: number, to: number): ReadonlyArray<number> =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)

/** Returns the days of a file that are expected to have records. */
export const daysOfFile = ({ covers, date }: Pick<FileToRead, "covers" | "date">): ReadonlyArray<number> =>
  daysFrom(covers.from, date).filter((day) => !isKnownGap(day))

/** The dates of files, as far as they are known. */
class FileDates {
  readonly #index: SiteIndex
  readonly #files: ReadonlyMap<number, SiteFile>
  readonly #today: number
  readonly #oldest: number
  readonly #newest: number

  constructor({ index, today }: FilesRun, files: ReadonlyMap<number, SiteFile>) {
    this.#index = index
    this.#files = files
    this.#today = today
    this.#oldest = Math.min(...index.keys())
    this.#newest = Math.max(...index.keys())
  }

  /** Whether there is a file, as far as that is known. The calendar only decides about files that were not asked for yet. */
  #exists(date: number): boolean {
    if (this.#index.has(date)) return true
    const known = this.#files.get(date)
    if (known !== undefined) return known.state !== "missing"
    return date < this.#oldest && !isKnownGap(date) && isPublicationDay(date)
  }

  mayStillCome(date: number): boolean {
    return date + maxDaysLate >= this.#today
  }

  /** Whether a file is asked for that the index does not list. */
  isGuess(date: number): boolean {
    if (isKnownGap(date) || date >= this.#newest) return false
    return date < this.#oldest ? isWeekday(date) : isPublicationDay(date)
  }

  coverageOf(date: number): FileCoverage {
    const [first = date - 1] = calendarDays(date)
    const earliest = Math.min(first, date - 1) - 2 * maxDaysLate
    const from = daysFrom(earliest, date).findLast((day) => this.#exists(day)) ?? first
    const awaited = daysFrom(from + 1, date).find(
      (day) => isPublicationDay(day) && !isKnownGap(day) && this.mayStillCome(day)
    )
    return { from, awaited }
  }
}

/** Whether the mirror has a day of a file, from any source, and not from another file or an older edition. */
const isStored = (row: Row | undefined, date: number, edition: number): boolean => {
  if (row === undefined || text(row, "state") !== "complete") return false
  const origin = text(row, "origin")
  const dated = dailyFileDate(origin)
  if (text(row, "source") !== "file" || dated === undefined) return true
  return dayOf(dated) === date && editionOf(origin) >= edition
}

/** Whether a file has to be read again for days that an earlier coverage did not have, or that are partial and need not be any more. */
const coversMore = ({ covers, lacking }: Pick<FileToRead, "covers" | "lacking">, known: FileCoverage): boolean =>
  covers.from < known.from || (known.awaited !== undefined && covers.awaited === undefined && lacking.length > 0)

/** Returns the files to ask for, the newest first, and then those that are extended. */
export const planFiles = Effect.fnUntraced(function* (
  db: Database,
  run: FilesRun
): Effect.fn.Return<ReadonlyArray<FileToRead>, MirrorError> {
  const { forced, index, isRepair, now, range, today } = run
  const files = yield* knownFiles(db)
  const days = new Map((yield* db.rows(raw("select * from days"))).map((row) => [dayIn(row), row]))
  const dates = new FileDates(run, files)
  const newest = new Set([...index.keys()].slice(0, askedEachRun))
  const checkedSince = DateTime.formatIso(DateTime.subtract(now, { days: daysBetweenChecks }))

  /** Returns how a file is asked for, if it is. */
  const wishFor = (file: Omit<FileToRead, "wish">, linked: string | undefined): FileToRead["wish"] | undefined => {
    const { date, known, lacking } = file
    if (daysOfFile(file).some((day) => forced.has(day))) return "read"
    if (isRepair) return undefined
    if (known === undefined) return lacking.length > 0 ? "read" : undefined
    if (known.state === "missing") return linked !== undefined || dates.mayStillCome(date) ? "read" : undefined
    if (linked !== undefined && editionOf(linked) > editionOf(known.address)) return "read"
    if (coversMore(file, known.covers)) return "extend"
    return linked !== undefined && (newest.has(date) || known.askedAt <= checkedSince) ? "check" : undefined
  }

  const plan: Array<FileToRead> = []
  // The older files are given up after some that did not exist.
  let missingInRow = 0
  for (let date = today; date > range.from; date--) {
    const [linked, known] = [index.get(date), files.get(date)]
    const isGuess = linked === undefined && known === undefined
    if (isGuess && (!dates.isGuess(date) || missingInRow >= maxMissing)) continue
    missingInRow = known?.state === "missing" && dateOf(date) < firstFile ? missingInRow + 1 : 0
    const covers = dates.coverageOf(date)
    const covered = daysOfFile({ covers, date }).filter((day) => day >= range.from)
    const lacking = covered.filter((day) => !isStored(days.get(day), date, editionOf(linked ?? "")))
    const unlisted = unlistedEndings.map((ending) => `${fileAddress(dateOf(date))}${ending}`)
    const last = known === undefined || known.state === "missing" ? undefined : known.address
    const better = linked !== undefined && editionOf(linked) >= editionOf(last ?? "") ? linked : last
    const addresses = better === undefined ? unlisted : [better]
    const file = { date, addresses, known, covers, lacking }
    const wish = wishFor(file, linked)
    if (wish !== undefined) plan.push({ ...file, wish })
  }
  // Until the older files were asked for, the days that an extension adds are not known.
  return plan.toSorted((left, right) => Number(left.wish === "extend") - Number(right.wish === "extend"))
})

/** Returns the plan with estimates. A file that is only checked is not counted as read. */
export const filesPlan = (plan: ReadonlyArray<FileToRead>, pauseSeconds: number): FilesPlan => {
  const read = plan.filter(({ wish }) => wish !== "check")
  // A day is lacked by two files if it is not known which of them exists.
  const lacking = new Set(read.flatMap((file) => file.lacking))
  const seconds = plan.length * pauseSeconds + read.length * secondsPerFile
  return {
    files: read.length,
    megabytes: Math.round(read.length * meanMegabytes),
    minutes: Math.ceil(seconds / 60),
    days: rangesOf([...lacking].toSorted((left, right) => left - right))
  }
}
