import { DateTime } from "effect"
import { minutesInLagBin, quarterHourOf } from "./callTimes.ts"
import { GeneratedNumbers } from "./GeneratedNumbers.ts"
import type { MeasuredDay } from "./measuredDay.ts"
import { realDay } from "./realDay.ts"
import { SeededRandom } from "../SeededRandom.ts"
import { Shares } from "./Shares.ts"
import type { ComplaintValues } from "../store/ComplaintColumns.ts"

const lastDay = DateTime.makeUnsafe("2021-07-07T00:00:00Z")
const secondsInQuarterHour = 900
const secondsInDay = 86_400

interface Place {
  readonly state: string
  readonly areaCode: string
  readonly city: string
}

const nowhere: Place = { state: "", areaCode: "", city: "" }

/** Text before and behind the first `sign`. */
const parted = (text: string, sign: string): readonly [string, string] => {
  const at = text.indexOf(sign)
  return [text.slice(0, at), text.slice(at + 1)]
}

const placeOf = (text: string): Place => {
  const [state, area] = parted(text, ",")
  const [areaCode, city] = parted(area, " ")
  return { state, areaCode, city }
}

/** The places of all states in one tally, so that one draw gives a state, an area code and a city that go together. */
const placesOf = ({ places }: MeasuredDay): Shares<Place> => {
  const counted = Object.entries(places).flatMap(([state, areas]) =>
    areas.split("|").map((area) => area.replace(" ", ` ${state},`))
  )
  return new Shares(counted.join("|"), placeOf)
}

const twoDigits = (number: number): string => String(number).padStart(2, "0")

const clockTime = (second: number): string =>
  `${twoDigits(Math.floor(second / 3_600))}:${twoDigits(Math.floor(second / 60) % 60)}:${twoDigits(second % 60)}`

/** The texts of days and times: each is made once and then looked up, for there are millions to print. */
class CivilTexts {
  readonly #days = new Map<number, string>()
  readonly #times: Array<string> = Array.from({ length: secondsInDay }, () => "")

  /** A second of the day that many days before the last one. */
  at(daysBack: number, second: number): string {
    return `${this.#day(daysBack)} ${this.#time(second)}`
  }

  #time(second: number): string {
    const known = this.#times[second]
    if (known !== undefined && known !== "") return known
    return (this.#times[second] = clockTime(second))
  }

  #day(daysBack: number): string {
    const known = this.#days.get(daysBack)
    if (known !== undefined) return known
    const day = DateTime.formatIsoDateUtc(DateTime.subtract(lastDay, { days: daysBack }))
    this.#days.set(daysBack, day)
    return day
  }
}

/**
 * Complaints made from a seed, as many a day as a real day had, newest days first, back from 7 July 2021. What they hold is
 * drawn from the shares of that day.
 *
 * **Gotchas** an id has 128 random bits: no two of any number of complaints are the same.
 */
export class GeneratedComplaints {
  readonly #random: SeededRandom
  readonly #numbers: GeneratedNumbers
  readonly #texts = new CivilTexts()
  readonly #places = placesOf(realDay)
  readonly #calls = new Shares(realDay.calls, (call) => parted(call, ","))
  readonly #quarterHours = new Shares(realDay.createdQuarterHours, Number)
  readonly #kinds = realDay.callKinds.map((tally) => new Shares(tally, String))
  readonly #lags = realDay.sameDayLags.map((tally) => new Shares(tally, Number))
  readonly #otherDays = new Shares(realDay.otherDaysBack, Number)
  readonly #otherQuarterHours = new Shares(realDay.otherDayQuarterHours, Number)
  readonly #noTimeDays = new Shares(realDay.noTimeDaysBack, Number)
  #made = 0

  constructor(seed: number) {
    this.#random = new SeededRandom(seed)
    this.#numbers = new GeneratedNumbers(realDay, this.#random)
  }

  /** The next complaint of the seed's endless row of them. */
  next(): ComplaintValues {
    const random = this.#random
    const daysBack = Math.floor(this.#made / realDay.complaints)
    this.#made += 1
    const second = this.#quarterHours.draw(random, 0) * secondsInQuarterHour + random.below(secondsInQuarterHour)
    const place = this.#places.draw(random, nowhere)
    const [recordedMessageOrRobocall, subject] = this.#calls.draw(random, ["", ""])
    return {
      id: random.hex(32),
      companyPhoneNumber: this.#numbers.next(),
      createdDate: this.#texts.at(daysBack, second),
      violationDate: this.#violation(daysBack, second),
      consumerCity: place.city,
      consumerState: place.state,
      consumerAreaCode: place.areaCode,
      subject,
      recordedMessageOrRobocall
    }
  }

  // Nearly all calls are dated to the minute.
  #violation(daysBack: number, created: number): string {
    const random = this.#random
    const quarterHour = quarterHourOf(created)
    switch (this.#kinds[Math.floor(quarterHour / 4)]?.draw(random, "")) {
      case "noTime":
        return this.#texts.at(daysBack + this.#noTimeDays.draw(random, 0), 0)
      case "otherDay": {
        const minute = this.#otherQuarterHours.draw(random, 0) * 15 + random.below(15)
        return this.#texts.at(daysBack + this.#otherDays.draw(random, 1), minute * 60)
      }
      default: {
        const start = this.#lags[quarterHour]?.draw(random, 0) ?? 0
        const minute = Math.floor(created / 60) - start - random.below(minutesInLagBin(start))
        return this.#texts.at(daysBack, Math.min(Math.max(minute, 0), 1_439) * 60)
      }
    }
  }
}
