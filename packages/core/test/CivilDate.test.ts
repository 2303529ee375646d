import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Schema } from "effect"
import { CivilDate, civilDateProblem, isCivilDate } from "../src/dates/CivilDate.ts"
import { CivilDateTime, civilMomentProblem, isCivilDateTime, isRecordedMoment } from "../src/dates/CivilDateTime.ts"

describe("CivilDate", () => {
  it("accepts existing dates", () => {
    for (const text of ["2021-07-07", "2024-02-29", "2000-02-29", "0000-01-01", "9999-12-31"]) {
      assert.isTrue(isCivilDate(text), text)
    }
  })

  it("rejects non-existent dates and other formats", () => {
    for (const text of [
      "2021-02-30",
      "2023-02-29",
      "1900-02-29",
      "2021-04-31",
      "2021-13-01",
      "2021-00-10",
      "2021-01-00"
    ]) {
      assert.isFalse(isCivilDate(text), text)
    }
    for (const text of ["2021-7-7", "07/07/2021", "", "2021-07-07 00:00:00", "२०२१-०७-०७"]) {
      assert.isFalse(isCivilDate(text), text)
    }
  })

  it("accepts each day of the calendar, and no other, in common and leap years", () => {
    const padded = (number: number) => String(number).padStart(2, "0")
    for (const year of [1900, 2000, 2021, 2024]) {
      for (let month = 0; month <= 13; month++) {
        for (let day = 0; day <= 32; day++) {
          const date = new Date(Date.UTC(year, month - 1, day))
          const text = `${year}-${padded(month)}-${padded(day)}`
          const exists = date.toISOString().startsWith(text)
          assert.strictEqual(isCivilDate(text), exists, text)
          assert.strictEqual(civilDateProblem(text) === undefined, exists, text)
        }
      }
    }
  })

  it("rejects any other character instead of a digit or a hyphen", () => {
    const date = "2021-12-10"
    for (let at = 0; at < date.length; at++) {
      for (const other of ["/", ":", " ", "x", ""]) {
        assert.isFalse(isCivilDate(date.slice(0, at) + other + date.slice(at + 1)), `${other} at ${at}`)
      }
    }
    for (const text of ["x2021-07-07", "2021-07-07x", "2021-07-071"]) {
      assert.strictEqual(civilDateProblem(text), `"${text}" is not a date; write it as YYYY-MM-DD`)
    }
  })

  it("states the number of days of the month in the error", () => {
    assert.strictEqual(civilDateProblem("2026-11-31"), '"2026-11-31" is not a date; November has 30 days')
    assert.strictEqual(civilDateProblem("2023-02-30"), '"2023-02-30" is not a date; February has 28 days in 2023')
    assert.strictEqual(civilDateProblem("2023-14-30"), '"2023-14-30" is not a date; months go from 01 to 12')
    assert.strictEqual(civilDateProblem("soon"), '"soon" is not a date; write it as YYYY-MM-DD')
    assert.strictEqual(civilDateProblem("2023-02-28"), undefined)
  })

  it("rejects 30 February", () => {
    assert.throws(() => Schema.decodeUnknownSync(CivilDate)("2021-02-30"), /a date that exists/)
  })
})

describe("CivilDateTime", () => {
  const decode = Schema.decodeUnknownSync(CivilDateTime)

  it("decodes the text unchanged", () => {
    assert.strictEqual<string>(decode("2024-02-29 23:59:59"), "2024-02-29 23:59:59")
  })

  it("rejects non-existent times and other formats", () => {
    for (const text of [
      "2021-07-07 24:00:00",
      "2021-07-07 10:60:00",
      "2021-07-07T10:00:00",
      "2021-07-07",
      "2021-02-30 00:00:00"
    ]) {
      assert.throws(() => decode(text), /date and time/, text)
    }
  })

  it("accepts each hour, minute and second, and none after the last", () => {
    const day = "2021-07-07 "
    for (const time of ["00:00:00", "23:59:59", "19:09:59"]) {
      assert.isTrue(isCivilDateTime(day + time), time)
      assert.isTrue(isRecordedMoment(day + time), time)
    }
    for (const time of [
      "24:00:00",
      "23:60:00",
      "23:59:60",
      "23.59:59",
      "23:59.59",
      "23:59:5",
      "23:59:590",
      "2x:00:00"
    ]) {
      assert.isFalse(isCivilDateTime(day + time), time)
      assert.isFalse(isRecordedMoment(day + time), time)
    }
    assert.isFalse(isCivilDateTime("2021-07-07T10:00:00"))
    assert.isTrue(isRecordedMoment("2021-07-07T10:00:00"))
  })

  it("names the expected format", () => {
    assert.strictEqual(
      civilMomentProblem("2021-07-07 25:00:00"),
      '"2021-07-07 25:00:00" is not a date and time; write it as YYYY-MM-DD HH:MM:SS'
    )
    assert.strictEqual(
      civilMomentProblem("2021-02-30 10:00:00"),
      '"2021-02-30" is not a date; February has 28 days in 2021'
    )
    assert.strictEqual(
      civilMomentProblem("2021-07-07x"),
      '"2021-07-07x" is not a date; write it as YYYY-MM-DD or YYYY-MM-DD HH:MM:SS'
    )
    assert.strictEqual(
      civilMomentProblem("2021-07-07T10:00:00"),
      '"2021-07-07T10:00:00" is not a date and time; write it as YYYY-MM-DD HH:MM:SS'
    )
    assert.strictEqual(civilMomentProblem("2021-07-07 10:00:00"), undefined)
    assert.strictEqual(civilMomentProblem("2021-07-07"), undefined)
  })
})

describe("RecordedMoment", () => {
  it("accepts every observed and documented format", () => {
    for (const text of [
      "2021-03-03 23:59:53",
      "2013-09-24T20:05:39+00:00",
      "2011-04-11",
      "2013-09-24T20:05:39Z",
      "2013-09-24T20:05:39.123Z",
      "2013-09-24T20:05:39.123456789+00:00",
      "2013-09-24T20:05:39-0400",
      "2013-09-24 20:05:39+05:30"
    ]) {
      assert.isTrue(isRecordedMoment(text), text)
    }
  })

  it("rejects other text", () => {
    for (const text of [
      "",
      "4052674045",
      "2021-02-30 00:00:00",
      "2021-07-07 99:00:00",
      "2021-07-07 10:00:00.1234567890",
      "2021-07-07Q10:00:00",
      "Oklahoma City"
    ]) {
      assert.isFalse(isRecordedMoment(text), text)
    }
  })

  const form =
    /^(?<day>\d{4}-\d{2}-\d{2})([ T](?<time>([01]\d|2[0-3]):[0-5]\d:[0-5]\d)(\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})?)?$/

  /** Checks a date with JavaScript's calendar, which turns a non-existent day into the next one. */
  const isMoment = (text: string): boolean => {
    const { day, time } = form.exec(text)?.groups ?? {}
    if (day === undefined || (time === undefined && text.length > 10)) return false
    const instant = new Date(`${day}T00:00:00Z`)
    return !Number.isNaN(instant.getTime()) && instant.toISOString().slice(0, 10) === day
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
    "accepts exactly the dates of the calendar in exactly these formats",
    { text: nearly },
    ({ text }) => {
      assert.strictEqual(isRecordedMoment(text), isMoment(text), text)
      assert.strictEqual(isCivilDate(text), isMoment(text) && text.length === 10, text)
      assert.strictEqual(isCivilDate(text), civilDateProblem(text) === undefined, text)
    },
    { arbitrary: { runs: 2000 } }
  )
})
