import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Schema } from "effect"
import { CivilDate, civilDateProblem, isCivilDate } from "../src/dates/CivilDate.ts"
import { CivilDateTime, civilMomentProblem, isCivilDateTime, isRecordedMoment } from "../src/dates/CivilDateTime.ts"

describe("a date", () => {
  const padded = (number: number) => String(number).padStart(2, "0")

  it("is each day of the calendar, and no other, in common and leap years from 0000 to 9999", () => {
    for (const year of ["0000", "0001", "0004", "0100", "1900", "2000", "2021", "2024", "9999"]) {
      for (let month = 0; month <= 13; month++) {
        for (let day = 0; day <= 32; day++) {
          const text = `${year}-${padded(month)}-${padded(day)}`
          // JavaScript's calendar turns a day that does not exist into the next one.
          const instant = new Date(`${text}T00:00:00Z`)
          const exists = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
          assert.strictEqual(isCivilDate(text), exists, text)
        }
      }
    }
  })

  it("is explained if it does not exist, or if it is written otherwise", () => {
    for (const [text, problem] of [
      ["2023-02-28", undefined],
      ["2026-11-31", '"2026-11-31" is not a date; November has 30 days'],
      ["2023-02-30", '"2023-02-30" is not a date; February has 28 days in 2023'],
      ["2024-02-30", '"2024-02-30" is not a date; February has 29 days in 2024'],
      ["2023-14-30", '"2023-14-30" is not a date; months go from 01 to 12'],
      ["2021-7-7", '"2021-7-7" is not a date; write it as YYYY-MM-DD'],
      ["2021-07-071", '"2021-07-071" is not a date; write it as YYYY-MM-DD'],
      ["soon", '"soon" is not a date; write it as YYYY-MM-DD']
    ] as const) {
      assert.strictEqual(civilDateProblem(text), problem)
    }
    assert.throws(() => Schema.decodeUnknownSync(CivilDate)("2021-02-30"), /a date that exists/)
  })

  it("may have a time, of which a wrong one is explained", () => {
    for (const [text, problem] of [
      ["2021-07-07", undefined],
      ["2021-07-07 10:00:00", undefined],
      ["2021-07-07 25:00:00", '"2021-07-07 25:00:00" is not a date and time; write it as YYYY-MM-DD HH:MM:SS'],
      ["2021-07-07T10:00:00", '"2021-07-07T10:00:00" is not a date and time; write it as YYYY-MM-DD HH:MM:SS'],
      ["2021-02-30 10:00:00", '"2021-02-30" is not a date; February has 28 days in 2021'],
      ["2021-07-07x", '"2021-07-07x" is not a date; write it as YYYY-MM-DD or YYYY-MM-DD HH:MM:SS']
    ] as const) {
      assert.strictEqual(civilMomentProblem(text), problem)
    }
    const decode = Schema.decodeUnknownSync(CivilDateTime)
    assert.strictEqual<string>(decode("2024-02-29 23:59:59"), "2024-02-29 23:59:59")
    assert.throws(() => decode("2021-07-07 24:00:00"), /date and time that exists/)
  })
})

describe("a date in a record", () => {
  it("has an observed or documented format", () => {
    for (const text of [
      "2021-03-03 23:59:53",
      "2013-09-24T20:05:39+00:00",
      "2011-04-11",
      "2013-09-24T20:05:39Z",
      "2013-09-24T20:05:39.123456789+00:00",
      "2013-09-24 20:05:39-0400"
    ]) {
      assert.isTrue(isRecordedMoment(text), text)
    }
    for (const text of ["", "4052674045", "2021-07-07Q10:00:00", "2021-07-07 10:00:00.1234567890", "2021-07-07\n", 5]) {
      assert.isFalse(isRecordedMoment(text), String(text))
    }
  })

  const form =
    /^(?<day>\d{4}-\d{2}-\d{2})([ T](?<time>([01]\d|2[0-3]):[0-5]\d:[0-5]\d)(\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})?)?$/

  const isMoment = (text: string): boolean => {
    const { day } = form.exec(text)?.groups ?? {}
    if (day === undefined) return false
    const instant = new Date(`${day}T00:00:00Z`)
    return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day)
  }

  const moments: ReadonlyArray<string> = ["2021-02-28 23:59:59", "2000-02-29T00:00:00.5+00:00", "1900-04-30", "x"]
  const Change = Schema.Struct({
    at: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 26 })),
    put: Schema.Literals([..."0123456789-:. TZ+x", "", "२", "00"]),
    isAdded: Schema.Boolean
  })
  const nearly = Arbitrary.map(
    Arbitrary.all({
      from: Arbitrary.schema(Schema.Literals(moments)),
      changes: Arbitrary.array(Arbitrary.schema(Change), { maxLength: 3 })
    }),
    ({ from, changes }) =>
      changes.reduce((text, { at, put, isAdded }) => text.slice(0, at) + put + text.slice(isAdded ? at : at + 1), from)
  )

  it.prop(
    "is exactly a date of the calendar in one of these formats",
    { text: nearly },
    ({ text }) => {
      assert.strictEqual(isRecordedMoment(text), isMoment(text), text)
      assert.strictEqual(isCivilDate(text), isMoment(text) && text.length === 10, text)
      const isPlain = isMoment(text) && text.length === 19 && text[10] === " "
      assert.strictEqual(isCivilDateTime(text), isPlain, text)
    },
    { arbitrary: { runs: 2000 } }
  )
})
