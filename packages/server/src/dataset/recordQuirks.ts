import { hash } from "node:crypto"
import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { DateTime, Effect } from "effect"
import type { Quirks } from "../Quirks.ts"
import { ComplaintStore } from "../store/ComplaintStore.ts"
import type { DataSet } from "./DataSet.ts"

const digestOf = (seed: number, what: string, id: string): string => hash("sha256", `${seed} ${what} ${id}`)

/** Maps the first eight digits of a digest to a number of at least 0 and below 1. */
const fractionOf = (digest: string): number => Number.parseInt(digest.slice(0, 8), 16) / 0x1_0000_0000

/** Returns a date, or the Friday before a Saturday or Sunday. */
const lastWeekday = (date: string): string => {
  const day = DateTime.makeUnsafe(`${date}T00:00:00Z`)
  const { weekDay } = DateTime.toParts(day)
  const daysBack = { 6: 1, 0: 2 }[weekDay] ?? 0
  return DateTime.formatIsoDateUtc(DateTime.subtract(day, { days: daysBack }))
}

/** Moves the complaints of weekends to the Friday before. */
const emptyWeekends = (complaints: ReadonlyArray<PlainComplaint>): ReadonlyArray<PlainComplaint> => {
  const weekdays = new Map<string, string>()
  return complaints.map((complaint) => {
    const date = complaint.createdDate.slice(0, 10)
    const weekday = weekdays.get(date) ?? lastWeekday(date)
    weekdays.set(date, weekday)
    return { ...complaint, createdDate: `${weekday}${complaint.createdDate.slice(10)}` }
  })
}

/** Of twelve days with holes, seven were nearly empty and five were half full. */
const nearlyEmptyDays = 7 / 12

/** Removes most complaints of some days. The days depend on the seed only. */
const withHoles = (
  complaints: ReadonlyArray<PlainComplaint>,
  share: number,
  seed: number
): ReadonlyArray<PlainComplaint> => {
  const keptShares = new Map<string, number>()
  const keptShareOf = (date: string): number => {
    const fraction = fractionOf(digestOf(seed, "hole", date))
    if (fraction >= share) return 1
    return fraction < share * nearlyEmptyDays ? 0.02 : 0.5
  }
  return complaints.filter(({ createdDate, id }) => {
    const date = createdDate.slice(0, 10)
    const keptShare = keptShares.get(date) ?? keptShareOf(date)
    keptShares.set(date, keptShare)
    return fractionOf(digestOf(seed, "kept", id)) < keptShare
  })
}

const shiftValues = (complaint: PlainComplaint): PlainComplaint => ({
  ...complaint,
  companyPhoneNumber: complaint.createdDate,
  consumerCity: "Example Warranty Services LLC"
})

const withId = (complaint: PlainComplaint, id: string): PlainComplaint => ({ ...complaint, id })

/** Returns the ids of a complaint: its own, and those of its duplicates. */
const idsOf = (id: string, { copies = 1, doubles = 0 }: Quirks, seed: number): ReadonlyArray<string> => {
  const double = digestOf(seed, "double", id)
  const further = Array.from({ length: copies - 1 }, (_, copy) => digestOf(seed, `copy ${copy + 1}`, id))
  const digests = copies === 1 && fractionOf(double) < doubles ? [double] : further
  return [id, ...digests.map((digest) => digest.slice(32))]
}

/**
 * Applies the quirks of records to a data set: duplicates, shifted values, empty weekends and days with holes. Filters find the
 * changed records, and totals count them.
 *
 * **Gotchas** The affected records depend only on the seed and their ids, and stay the same after a reload. A duplicate is equal
 * to its original, even if that has shifted values.
 *
 * **Source** docs/server.md, "Quirks".
 */
export const applyRecordQuirks = Effect.fnUntraced(function* (
  dataSet: DataSet,
  quirks: Quirks,
  seed: number
): Effect.fn.Return<DataSet> {
  const { copies = 1, doubles = 0, emptyWeekends: hasEmptyWeekends = false, holes = 0, shifted = 0 } = quirks
  if (copies === 1 && doubles === 0 && !hasEmptyWeekends && holes === 0 && shifted === 0) return dataSet
  const all = yield* dataSet.complaints.all
  const days = hasEmptyWeekends ? emptyWeekends(all) : all
  const complaints = new ComplaintStore(
    withHoles(days, holes, seed).flatMap((plain) => {
      const complaint = fractionOf(digestOf(seed, "shifted", plain.id)) < shifted ? shiftValues(plain) : plain
      return idsOf(plain.id, quirks, seed).map((id) => withId(complaint, id))
    })
  )
  const { notices, summary } = dataSet
  return { complaints, notices, summary: { ...summary, complaints: complaints.size } }
})
