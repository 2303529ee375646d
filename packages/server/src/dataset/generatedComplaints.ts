import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { DateTime } from "effect"
import { SeededRandom } from "../SeededRandom.ts"

/** Moves a civil date-time back by days and forward by seconds. */
const shifted = (dateTime: string, days: number, seconds: number): string => {
  const millis = Date.parse(`${dateTime.replace(" ", "T")}Z`) - days * 86_400_000 + seconds * 1_000
  return DateTime.formatIso(DateTime.makeUnsafe(millis)).slice(0, 19).replace("T", " ")
}

/** Replaces the digits of phone numbers at random. Equal numbers get equal replacements. */
const renumbering = (random: SeededRandom): ((number: string) => string) => {
  const replacements = new Map<string, string>()
  return (number) => {
    const replacement = replacements.get(number) ?? number.replaceAll(/\d/g, () => String(random.below(10)))
    replacements.set(number, replacement)
    return replacement
  }
}

/**
 * Generates complaints from a seed: as many a day as a real day has, newest days first, back from that day. Each day is the
 * real day with its numbers, places, subjects and times shuffled, so that all of them are as frequent as they were.
 *
 * **Gotchas** the digits of phone numbers are random. A number that exists is a coincidence.
 */
export function* generatedComplaints(realDay: ReadonlyArray<PlainComplaint>, seed: number): Generator<PlainComplaint> {
  const random = new SeededRandom(seed)
  for (let daysBack = 0; realDay.length > 0; daysBack++) {
    const [places, subjects, times] = [random.shuffled(realDay), random.shuffled(realDay), random.shuffled(realDay)]
    const renumbered = renumbering(random)
    for (const [index, { companyPhoneNumber }] of random.shuffled(realDay).entries()) {
      const [place, subject, time] = [places[index], subjects[index], times[index]]
      if (place === undefined || subject === undefined || time === undefined) return
      yield {
        id: random.hex(32),
        companyPhoneNumber: renumbered(companyPhoneNumber),
        createdDate: shifted(time.createdDate, daysBack, random.below(60) - Number(time.createdDate.slice(-2))),
        violationDate: shifted(time.violationDate, daysBack, 0),
        consumerCity: place.consumerCity,
        consumerState: place.consumerState,
        consumerAreaCode: place.consumerAreaCode,
        subject: subject.subject,
        recordedMessageOrRobocall: subject.recordedMessageOrRobocall
      }
    }
  }
}
