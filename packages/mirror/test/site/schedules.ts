import { CivilDate } from "@public-records/core"
import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import type { Fault, ReferenceServerOptions } from "@public-records/server"
import { Effect } from "effect"
import { Choices } from "../comparison/Choices.ts"
import { datesBetween, setDate, startSite, storedDays } from "../sites.ts"
import { complaintsOf } from "../syncs.ts"

const from = CivilDate.make("2026-10-12")
/** Friday after the files of the day. */
const end = "2026-11-20"
const perDay = 10
const firstRun = "2026-10-26"

/** The files before this date come on time. */
const firstChosen = "2026-10-14"
const firstFile = "2026-10-05"

const dayMillis = 86_400_000
const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMillis).toISOString().slice(0, 10)

const holidays = new Set(["2026-10-12", "2026-11-11"])
const isWeekend = (date: string): boolean => [0, 6].includes(new Date(date).getUTCDay())
const publicationDates = datesBetween(firstFile, end).filter((date) => !isWeekend(date) && !holidays.has(date))

interface Edition {
  readonly date: string
  readonly edition: number
  readonly on: string
  readonly share: number
}

/** Returns the uploads of a file date, or `undefined` for one on time. The last member of a list is the newest edition. */
const uploadsOf = (choices: Choices, date: string): ReadonlyArray<Edition> | undefined => {
  const late = (days: number) => dayAfter(date, days)
  const one = (edition: number, on: string, share = 1): Edition => ({ date, edition, on, share })
  switch (choices.below(12)) {
    case 0:
      return []
    case 1:
      return [one(-1, late(choices.between(1, 31)))]
    case 2:
      return [one(0, late(choices.between(0, 31)))]
    case 3:
      return [one(-1, date, 0.5), one(0, late(choices.between(1, 5)))]
    case 4:
      return [one(-1, date, 0.5), one(0, late(2), 0.8), one(1, late(4))]
    case 5:
      // The first edition comes after the second, which was linked for some runs.
      return date < firstRun ? undefined : [one(-1, late(9), 0.5), one(0, date)]
    default:
      return undefined
  }
}

const nameOf = ({ date, edition }: Edition): string =>
  `DNC_Complaint_Numbers_${date}${edition === -1 ? "" : `_${edition}`}.csv`

const faultsOf = (choices: Choices): ReadonlyArray<Fault> => {
  const date = choices.oneOf(["2026-10-23", "2026-11-03", "2026-11-12", "2026-11-19"])
  const path = choices.happens(0.7) ? "/sites/*" : `/sites/default/files/DNC_Complaint_Numbers_${date}.csv`
  const requests = choices.happens(0.5) ? [1] : [1, 2, 3]
  const on = { path, requests }
  return choices.oneOf([
    [{ on, do: "html", status: 403 }],
    [{ on, do: "html", status: 200 }],
    [{ on, do: "status", status: 302, headers: { Location: "/docs" }, body: "" }],
    [{ on, do: "truncate" }],
    [{ on, do: "half" }],
    [{ on, do: "status", status: 503, retryAfter: 30 }],
    [{ on: { path: "/policy-notices/*" }, do: "html", status: 200 }],
    [{ on, do: "reset" }]
  ])
}

/** Returns the days that a mirror should have: of each whether it is complete, and the number of its complaints. */
const expectedDays = (editions: ReadonlyMap<string, Edition>): ReadonlyArray<string> => {
  const files = [...editions.keys()].toSorted()
  const days: Array<string> = []
  for (const day of datesBetween(from, dayAfter(end, -1))) {
    const owner = files.find((date) => date > day)
    if (owner === undefined) continue
    // The publication calendar: the files of which a day is.
    const own = publicationDates.find((date) => date > day)
    const isOwn = own === owner
    const records = isOwn ? Math.ceil(perDay * (editions.get(owner)?.share ?? 0)) : 0
    const isAwaited = publicationDates.some(
      (date) => date > day && date < owner && !editions.has(date) && dayAfter(date, 35) >= end
    )
    days.push(`${day} ${isOwn || !isAwaited ? "complete" : "partial"} ${records}`)
  }
  return days
}

/** Syncs with a site of a random schedule, every few days, with faults, and at the end without. Returns the days that are wrong. */
export const runSchedule = Effect.fnUntraced(function* (seed: number) {
  const choices = new Choices(seed)
  const scheduled = publicationDates
    .filter((date) => date >= firstChosen)
    .map((date) => ({ date, uploads: uploadsOf(choices, date) }))
  const uploads = scheduled.flatMap((day) => day.uploads ?? [])
  const gaps = scheduled.filter((day) => day.uploads?.length === 0).map(({ date }) => ({ from: date, to: date }))
  const site = {
    uploads: uploads.map((edition) => ({
      file: nameOf(edition),
      at: `${edition.on}T20:06:00Z`,
      share: edition.share
    })),
    gaps,
    validators: choices.happens(0.7),
    linked: 10
  }
  const complaints: ReadonlyArray<PlainComplaint> = datesBetween("2026-09-28", "2026-11-19").flatMap((day) =>
    complaintsOf(day, perDay)
  )
  const { faults, mirror, sync } = yield* startSite({ site } satisfies ReferenceServerOptions, complaints)
  const options = { from }
  let [day, isFaulty] = [firstRun, false]
  while (day < end) {
    yield* setDate(day)
    // At least every eighth day a run is without faults, so that each edition is linked in one of them.
    isFaulty = !isFaulty && choices.happens(0.4)
    yield* Effect.orDie(faults.set({ faults: isFaulty ? faultsOf(choices) : [] }))
    yield* sync(mirror, options)
    day = dayAfter(day, choices.between(1, 4))
  }
  yield* Effect.orDie(faults.set({ faults: [] }))
  yield* setDate(end)
  const { error } = yield* sync(mirror, options)
  const editions = new Map<string, Edition>()
  for (const { date, uploads: of } of scheduled) {
    const known = (of ?? [{ date, edition: -1, on: date, share: 1 }]).filter(({ on }) => on <= end)
    const newest = known.toSorted((left, right) => left.edition - right.edition).at(-1)
    if (newest !== undefined) editions.set(date, newest)
  }
  for (const date of publicationDates.filter((early) => early < firstChosen)) {
    editions.set(date, { date, edition: -1, on: date, share: 1 })
  }
  const found = new Set(yield* storedDays(mirror))
  const expected = expectedDays(editions)
  const wrong = expected.filter((text) => !found.has(text))
  const problems = wrong.map(
    (text) => `${seed}: ${[...found].find((day) => day.startsWith(text.slice(0, 10)))}, not ${text}`
  )
  return error === undefined ? problems : [...problems, `${seed}: ${error.message}`]
}, Effect.scoped)
