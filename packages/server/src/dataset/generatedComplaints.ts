import { DateTime } from "effect"
import type { ComplaintStore } from "../store/ComplaintStore.ts"
import type { ComplaintValues } from "../store/ComplaintColumns.ts"
import { SeededRandom } from "../SeededRandom.ts"

// As many as a day of the real file has.
const complaintsADay = 14_034

const lastDay = DateTime.makeUnsafe("2021-07-07T00:00:00Z")

const millisOf = (moment: string): number => DateTime.toEpochMillis(DateTime.makeUnsafe(`${moment.replace(" ", "T")}Z`))

const civil = (millis: number): string => DateTime.formatIso(DateTime.makeUnsafe(millis)).slice(0, 19).replace("T", " ")

/** A number with as many digits as the model's; a shared one now and then, as callers call more than once. */
const phoneNumber = (model: string, random: SeededRandom, calledBefore: Array<string>): string => {
  if (model === "") return ""
  const known = calledBefore[random.between(0, calledBefore.length * 6)]
  if (known !== undefined && model.length === 10) return known
  const digits = Array.from({ length: model.length }, (_, place) => random.between(place === 0 ? 2 : 0, 9)).join("")
  if (model.length === 10 && calledBefore.length < 100_000) calledBefore.push(digits)
  return digits
}

/**
 * Complaints made from a seed, with the real file's distributions: time of day, place, subject and robocall come each
 * from a random real complaint, so that what goes together there (state, city and area code) goes together here.
 *
 * **Gotchas** telephone numbers are drawn at random, with the lengths of the real ones.
 */
export function* generatedComplaints(count: number, seed: number, models: ComplaintStore): Generator<ComplaintValues> {
  const random = new SeededRandom(seed)
  const calledBefore: Array<string> = []
  const model = () => models.values(random.between(0, models.size - 1))
  for (let ordinal = 0; ordinal < count; ordinal++) {
    const timing = model()
    const place = model()
    const call = model()
    const daysBack = Math.floor(ordinal / complaintsADay)
    const shift = daysBack * 86_400_000
    const created = millisOf(timing.createdDate) - millisOf(timing.createdDate.slice(0, 10) + " 00:00:00")
    const createdAt = DateTime.toEpochMillis(lastDay) - shift + created
    const delay = millisOf(timing.createdDate) - millisOf(timing.violationDate)
    yield {
      id: random.hex(32),
      companyPhoneNumber: phoneNumber(call.companyPhoneNumber, random, calledBefore),
      createdDate: civil(createdAt),
      violationDate: civil(createdAt - delay),
      consumerCity: place.consumerCity,
      consumerState: place.consumerState,
      consumerAreaCode: place.consumerAreaCode,
      subject: call.subject,
      recordedMessageOrRobocall: call.recordedMessageOrRobocall
    }
  }
}
