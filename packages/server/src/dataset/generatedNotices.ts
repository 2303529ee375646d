import type { PlainNotice } from "@public-records/files/PlainNotice"
import { DateTime } from "effect"
import { SeededRandom } from "../SeededRandom.ts"

// The first word of a name shows that the company does not exist.
const fictionMarkers = "Sample|Example|Imaginary|Fictional|Invented|Placeholder|Make-Believe"

const nouns =
  "Anvil|Badger|Cobalt|Dandelion|Ember|Falcon|Granite|Harbor|Indigo|Juniper|Kestrel|Lantern|Meadow|Nimbus|Orchard|Pebble|Quartz|Raven|Saffron|Thistle|Umber|Violet|Willow|Xylophone|Yarrow|Zephyr"

const trades =
  "Foods|Logistics|Media|Energy|Software|Health|Chemicals|Insurance|Mining|Paper|Railways|Semiconductors|Shipping|Textiles|Broadcasting|Medical Devices"

const forms = ", Inc.|, LLC| Corporation| Holdings, LLC| Partners, L.P.| plc| Group, Inc.| Capital Fund II, L.P."

const pickFrom = (words: string, random: SeededRandom): string => {
  const list = words.split("|")
  return list[random.below(list.length)] ?? ""
}

const companyName = (random: SeededRandom): string =>
  `${pickFrom(fictionMarkers, random)} ${pickFrom(nouns, random)} ${pickFrom(trades, random)}${pickFrom(forms, random)}`

const dayMillis = 86_400_000

// A Monday. The weekday of every other day is counted from it.
const firstDay = DateTime.toEpochMillis(DateTime.makeUnsafe("1999-01-04T00:00:00Z"))

// Early terminations were suspended on 4 February 2021.
const lastDay = DateTime.toEpochMillis(DateTime.makeUnsafe("2021-02-03T00:00:00Z"))

// The service imported all older notices on one day.
const importedOn = "2013-09-24"

/** The dates of the real notices in the sample. Generated notices have other dates, so that a search finds only the real ones. */
const daysOfRealNotices = new Set(["2011-04-08", "2011-04-11"])

/** Returns the day with a number, counted from the first day. A Saturday or Sunday becomes the Friday before. */
const dateOf = (day: number): string => {
  const weekday = day - Math.max(0, (day % 7) - 4)
  return DateTime.formatIsoDateUtc(DateTime.makeUnsafe(firstDay + weekday * dayMillis))
}

/** Returns the fiscal year of a date. It begins in October. */
const fiscalYear = (date: string): number => Number(date.slice(0, 4)) + (date.slice(5, 7) >= "10" ? 1 : 0)

const clockTime = (random: SeededRandom, firstHour: number, lastHour: number): string =>
  [random.between(firstHour, lastHour), random.between(0, 59), random.between(0, 59)]
    .map((part) => String(part).padStart(2, "0"))
    .join(":")

/** Returns when a record was created and last updated. The import of 2013 took a few hours. */
const recordTimes = (date: string, random: SeededRandom): { readonly created: string; readonly updated: string } => {
  const day = date < importedOn ? importedOn : date
  return { created: `${day}T${clockTime(random, 14, 20)}+00:00`, updated: `${day}T${clockTime(random, 21, 23)}+00:00` }
}

const entities = (acquired: string, random: SeededRandom): ReadonlyArray<string> =>
  random.fraction() < 0.6 ? [acquired] : Array.from({ length: random.between(2, 4) }, () => companyName(random))

const firstRevision = 100_000

/**
 * Generates notices of companies that do not exist from a seed, with dates from January 1999 to the suspension of 2021.
 *
 * **Gotchas** Sequence numbers start at 5001 in each fiscal year, above those of the real notices in the sample.
 */
export const generatedNotices = (count: number, seed: number): ReadonlyArray<PlainNotice> => {
  const random = new SeededRandom(seed)
  const days = (lastDay - firstDay) / dayMillis
  const usedInYear = new Map<number, number>()
  return Array.from({ length: count }, (_, ordinal) => {
    const day = random.between(0, days)
    const drawn = dateOf(day)
    const date = daysOfRealNotices.has(drawn) ? dateOf(day - 7) : drawn
    const year = fiscalYear(date)
    const sequence = (usedInYear.get(year) ?? 5_000) + 1
    usedInYear.set(year, sequence)
    const transactionNumber = `${year}${String(sequence).padStart(4, "0")}`
    const acquiringParty = companyName(random)
    const acquiredParty = companyName(random)
    return {
      id: random.uuid(),
      title: `${transactionNumber}: ${acquiringParty}; ${acquiredParty}`,
      transactionNumber,
      acquiringParty,
      acquiredParty,
      acquiredEntities: entities(acquiredParty, random),
      date,
      ...recordTimes(date, random),
      tags: undefined,
      revision: String(firstRevision + ordinal)
    }
  })
}
