import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { Array, DateTime, Duration } from "effect"
import { SeededRandom } from "../SeededRandom.ts"

/** Returns the number of days from one date to another, negative if the other one is earlier. */
const daysFrom = (from: string, to: string): number =>
  Duration.toDays(DateTime.distance(DateTime.makeUnsafe(from), DateTime.makeUnsafe(to)))

/** Returns a function that moves civil date-times back by days. */
const movingBack = (days: number): ((dateTime: string) => string) => {
  const dates = new Map<string, string>()
  return (dateTime) => {
    const date = dateTime.slice(0, 10)
    const moved =
      dates.get(date) ??
      DateTime.formatIsoDateUtc(DateTime.subtract(DateTime.makeUnsafe(`${date}T00:00:00Z`), { days }))
    dates.set(date, moved)
    return moved + dateTime.slice(10)
  }
}

/** Returns a function that replaces the digits of phone numbers at random. Equal numbers get equal replacements. */
const renumbering = (random: SeededRandom): ((number: string) => string) => {
  const replacements = new Map<string, string>()
  return (number) => {
    const replacement = replacements.get(number) ?? number.replaceAll(/\d/g, () => String(random.below(10)))
    replacements.set(number, replacement)
    return replacement
  }
}

/**
 * Generates complaints from a seed, one day after another, backward from a day, by default that of the real complaints. Each generated day is the real day with its
 * phone numbers, cities, subjects and times shuffled, so that every value is as frequent as on the real day.
 *
 * **Gotchas** The digits of phone numbers are random. A number that exists is a coincidence.
 */
export function* generatedComplaints(
  realDay: ReadonlyArray<PlainComplaint>,
  seed: number,
  newestDay?: string
): Generator<PlainComplaint> {
  const random = new SeededRandom(seed)
  const [first] = realDay
  if (first === undefined) return
  const realDate = first.createdDate.slice(0, 10)
  for (let daysBack = daysFrom(newestDay ?? realDate, realDate); ; daysBack++) {
    const places = random.shuffled(realDay)
    const subjects = random.shuffled(realDay)
    const times = random.shuffled(realDay)
    const numbers = random.shuffled(realDay)
    const renumbered = renumbering(random)
    const movedBack = movingBack(daysBack)
    for (const [[place, subject], [time, number]] of Array.zip(
      Array.zip(places, subjects),
      Array.zip(times, numbers)
    )) {
      yield {
        id: random.hex(32),
        companyPhoneNumber: renumbered(number.companyPhoneNumber),
        createdDate: movedBack(time.createdDate).slice(0, -2) + String(random.below(60)).padStart(2, "0"),
        violationDate: movedBack(time.violationDate),
        consumerCity: place.consumerCity,
        consumerState: place.consumerState,
        consumerAreaCode: place.consumerAreaCode,
        subject: subject.subject,
        recordedMessageOrRobocall: subject.recordedMessageOrRobocall
      }
    }
  }
}
