import { assert, describe, it } from "@effect/vitest"
import { measureDay } from "../scripts/measureDay.ts"
import { lagBinOf, minutesInLagBin } from "../src/dataset/callTimes.ts"
import { GeneratedComplaints } from "../src/dataset/GeneratedComplaints.ts"
import { realDay } from "../src/dataset/realDay.ts"
import type { ComplaintValues } from "../src/store/ComplaintColumns.ts"
import { realRows } from "./realRows.ts"

type Row = Readonly<Record<string, string>>

const asRow = (complaint: ComplaintValues): Row => ({
  Company_Phone_Number: complaint.companyPhoneNumber,
  Created_Date: complaint.createdDate,
  Violation_Date: complaint.violationDate,
  Consumer_City: complaint.consumerCity,
  Consumer_State: complaint.consumerState,
  Consumer_Area_Code: complaint.consumerAreaCode,
  Subject: complaint.subject,
  Recorded_Message_Or_Robocall: complaint.recordedMessageOrRobocall
})

const made = (seed: number, count: number): ReadonlyArray<ComplaintValues> => {
  const complaints = new GeneratedComplaints(seed)
  return Array.from({ length: count }, () => complaints.next())
}

const generated = made(1, 140_340).map(asRow)

const daysBetween = (row: Row): number =>
  (Date.parse(`${row["Created_Date"]?.slice(0, 10)}T00:00:00Z`) -
    Date.parse(`${row["Violation_Date"]?.slice(0, 10)}T00:00:00Z`)) /
  86_400_000

const lag = (row: Row): string => {
  const days = daysBetween(row)
  if (days > 30) return "more than a month"
  if (days > 7) return "more than a week"
  return days > 1 ? "some days" : String(Math.max(days, -1))
}

const isSameDayAndTimed = (row: Row): boolean =>
  daysBetween(row) === 0 && row["Violation_Date"]?.endsWith(" 00:00:00") === false

const secondOf = (moment = ""): number =>
  Number(moment.slice(11, 13)) * 3_600 + Number(moment.slice(14, 16)) * 60 + Number(moment.slice(17))

const hoursWaited = (row: Row): string =>
  isSameDayAndTimed(row)
    ? String(Math.floor((secondOf(row["Created_Date"]) - secondOf(row["Violation_Date"])) / 3_600))
    : "on another day"

/** What is compared: each says into which class a row falls. */
const properties: ReadonlyArray<readonly [name: string, classOf: (row: Row) => string]> = [
  ["subjects", (row) => row["Subject"] ?? ""],
  ["robocalls, and those that say neither", (row) => row["Recorded_Message_Or_Robocall"] ?? ""],
  ["subjects of robocalls", (row) => `${row["Recorded_Message_Or_Robocall"]} ${row["Subject"]}`],
  ["states", (row) => row["Consumer_State"] ?? ""],
  ["area codes of states", (row) => `${row["Consumer_State"]} ${row["Consumer_Area_Code"]}`],
  ["cities left empty", (row) => String(row["Consumer_City"] === "")],
  ["cities", (row) => `${row["Consumer_State"]} ${row["Consumer_City"]}`],
  ["lengths of numbers", (row) => String(row["Company_Phone_Number"]?.length)],
  ["numbers that are not digits alone", (row) => String(/^\d*$/.test(row["Company_Phone_Number"] ?? ""))],
  [
    "calls dated later than the complaint",
    (row) => String((row["Violation_Date"] ?? "") > (row["Created_Date"] ?? ""))
  ],
  ["calls without a time", (row) => String(row["Violation_Date"]?.endsWith(" 00:00:00"))],
  ["hours of complaints", (row) => row["Created_Date"]?.slice(11, 13) ?? ""],
  ["hours of calls", (row) => row["Violation_Date"]?.slice(11, 13) ?? ""],
  ["days from call to complaint", lag],
  ["hours from call to complaint", hoursWaited]
]

const sharesOf = (rows: ReadonlyArray<Row>, classOf: (row: Row) => string): ReadonlyMap<string, number> => {
  const shares = new Map<string, number>()
  for (const row of rows) shares.set(classOf(row), (shares.get(classOf(row)) ?? 0) + 1 / rows.length)
  return shares
}

describe("generated complaints", () => {
  it("are drawn from what the script measures in the real file", () => {
    assert.deepStrictEqual(measureDay(realRows), realDay)
  })

  it.each(properties)("have the real file's %s", (_, classOf) => {
    const real = sharesOf(realRows, classOf)
    const drawn = sharesOf(generated, classOf)
    assert.isAbove(real.size, 1)
    for (const name of new Set([...real.keys(), ...drawn.keys()])) {
      const expected = real.get(name) ?? 0
      // Four times the error that chance makes, and a little for times that are measured in stretches.
      const tolerance = 4 * Math.sqrt((expected * (1 - expected)) / generated.length) + 0.002
      assert.approximately(drawn.get(name) ?? 0, expected, tolerance, name)
    }
  })

  it("call again from a number as often as the real ones", () => {
    const repeatedShare = (rows: ReadonlyArray<Row>) => {
      const numbers = rows.flatMap((row) => row["Company_Phone_Number"] || [])
      return 1 - new Set(numbers).size / numbers.length
    }
    assert.approximately(repeatedShare(generated.slice(0, 14_034)), repeatedShare(realRows), 0.015)
  })

  it("are the same for a seed, each with an id of its own, as many a day as the real day has", () => {
    const some = made(7, 30_000)
    assert.deepStrictEqual(made(7, 30_000), some)
    assert.notDeepEqual(made(8, 1), some.slice(0, 1))
    assert.strictEqual(new Set(some.map(({ id }) => id)).size, 30_000)
    for (const { id } of some.slice(0, 100)) assert.match(id, /^[0-9a-f]{32}$/)
    assert.deepStrictEqual(
      Array.from(sharesOf(some.map(asRow), (row) => row["Created_Date"]?.slice(0, 10) ?? "").keys()),
      ["2021-07-07", "2021-07-06", "2021-07-05"]
    )
  })
})

describe("lagBinOf", () => {
  it("covers all minutes, each in one stretch", () => {
    for (let minutes = -1_500; minutes <= 1_500; minutes++) {
      const start = lagBinOf(minutes)
      assert.isTrue(start <= minutes && minutes < start + minutesInLagBin(start), String(minutes))
    }
  })
})
