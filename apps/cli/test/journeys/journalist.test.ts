import { assert, describe, it } from "@effect/vitest"
import { temporaryFolder } from "@public-records/testing/drivers/SampleService"
import { Effect } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { openProgram, tabs } from "./program.ts"
import { complaints, count, dailyFile, distinct, label, percent, tally, written } from "./sampleDay.ts"

const kentucky = complaints.filter(({ state }) => state === "Kentucky")
const all = count(kentucky)
const allLoaded = `${all} of ${all} loaded`
const firstPage = `50 of ${count(complaints)} loaded`
const reported = distinct(kentucky)
const robocalls = reported.filter(({ robocall }) => robocall === "Y")
const everywhere = distinct(complaints)
const inCalifornia = everywhere.filter(({ state }) => state === "California")
const [[subject, aboutIt] = ["", 0]] = tally(reported.map(({ subject }) => subject))
const robocallsAboutIt = robocalls.filter((complaint) => complaint.subject === subject)
const [[number, itsCalls] = ["", 0]] = tally(reported.map(({ number }) => number).filter((number) => number !== ""))
const nicholasville = kentucky.filter(({ city }) => city.toLowerCase() === "nicholasville")
const cities = kentucky
  .map(({ city }) => city)
  .filter((city) => city !== "")
  .toSorted((one, other) => one.localeCompare(other, "en", { sensitivity: "base" }))

describe("a journalist in Kentucky, who writes about unwanted calls", () => {
  it.live("counts, reads, copies and exports the complaints of readers, and finds them again the next day", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const data = join(folder, "day.csv")
      writeFileSync(data, dailyFile)
      const { clipboard, press, quit, resize, sees } = yield* openProgram({
        folder,
        size: [100, 30],
        args: ["tui", "--data", data]
      })
      yield* sees(firstPage, "day.csv to 2021-07-07", "Reported by consumers, not verified")

      // How many of the calls were reported from Kentucky? I want all of them, not only the newest.
      yield* press(["f", ...tabs(7), "ky", "Ctrl-S"], "state Kentucky", `50 of ${all} loaded`)
      yield* press(["L"], allLoaded)

      // How many were robocalls? What was their most frequent subject, and which number keeps coming back?
      yield* press(
        ["3"],
        `100 % = all ${count(reported)}`,
        "caller ID is often forged",
        `robocall ${robocalls.length} 61 %`
      )
      const topSubject = `▶ ${label(subject)} ${aboutIt}`
      yield* press(["Tab", "Tab", "t"], topSubject, `robocalls ${count(robocallsAboutIt)} of `)
      yield* press(["t", "Tab"], `▶ ${written(number)} ${itsCalls}`)
      yield* press(["Enter"], `Added number ${written(number)}. Backspace removes it`, `= all ${itsCalls}`)
      const lines = kentucky
        .filter((complaint) => complaint.number === number)
        .map(({ created, city }) => `${created.slice(0, 16)} ${written(number)} ${city}`)
      yield* press(["Esc"], `${lines.length} of ${lines.length} loaded`, ...lines)
      yield* press(["#"], `NUMBER · ${written(number)}`, "caller ID is often forged")
      yield* press(["Esc"], { gone: "NUMBER ·" })
      yield* press(["["], allLoaded)

      // Is Nicholasville in here? And town by town: what comes first, and what is the hundredth?
      yield* press(["/", "nicho"], `1 of ${nicholasville.length} with "nicho" in ${all} loaded`)
      yield* press(["Enter", "n"], `2 of ${nicholasville.length} with "nicho"`, "CITY Nicholasville")
      yield* press(["l", "l", "l", "S", "g"], "sorted locally: CITY ▲", new RegExp(`▶ .*${cities[0]}`, "i"))
      const hundredth = new RegExp(`▶ .*${cities[99]}`, "i")
      yield* press([":", "go to row", "Enter", "100", "Enter"], `row 100 of ${all} shown`, hundredth)

      // How is it in the rest of the country? Then back, as I left it.
      yield* press(["x", "x"], "no filter", firstPage)
      const share = percent(inCalifornia, everywhere).replace(" %", "")
      yield* press(["3"], `100 % = all ${count(everywhere)}`, `█CA${share}`)
      yield* press(["1", "["], "state Kentucky", allLoaded)

      // The 30th of February? I mean the 7th of July. And a town that I cannot spell.
      yield* press(["f", "2021-02-30", "Enter"], "February has 28 days in 2021")
      yield* press(["Ctrl-U", "2021-07-07"], "✓ Wednesday")
      yield* press(["Tab", "2021-07-07", "Enter"], "created 2021-07-07", `50 of ${all} loaded`)
      yield* press(["[", "f", ...tabs(8), "Luisville", "Enter"], "No matches. Enter to broaden:")
      yield* press(["Enter"], "NO COMPLAINTS MATCH", "any city")
      yield* press(["any city", "Enter"], "state Kentucky", `50 of ${all} loaded`)
      yield* press(["s"], "Name: state Kentucky")
      yield* press(["Ctrl-U", "our readers", "Enter"], "Saved the view our readers.")

      // Our developer wants this complaint as it is, and how to ask for it.
      const oldest = kentucky.at(-1)?.created
      yield* press(["G"], `row ${all} of ${all}`, `CREATED ${oldest}`)
      yield* press(["Y"], "the record as JSON")
      assert.strictEqual(JSON.parse(clipboard()).createdDate, oldest)
      yield* press(["g", "c"], "the list as curl")
      assert.match(clipboard(), /^curl .*\$PUBLIC_RECORDS_API_KEY.*state=Kentucky/)

      // The calls of that number, for our spreadsheet.
      yield* press(["[", "["], allLoaded)
      yield* press(["3"], `▶ NUMBERS BY REPORTS · ${written(number)}: ${itsCalls}`)
      yield* press(["Enter"], `= all ${itsCalls}`)
      yield* press(["Esc"], `${lines.length} of ${lines.length} loaded`)
      yield* press(["e"], `CSV, safe for spreadsheets ${lines.length} complaints loaded`)
      yield* press(
        ["Enter", "Ctrl-U", "one-number.csv", "Enter"],
        `Wrote ${lines.length} complaints to`,
        "one-number.csv"
      )
      const rows = readFileSync(join(folder, "one-number.csv"), "utf8").trimEnd().split("\r\n").slice(1)
      assert.deepStrictEqual([rows.length, rows.filter((row) => !row.includes(number))], [lines.length, []])
      yield* resize(60, 20, "CREATED FROM ROBO SUBJECT")
      yield* sees(`${lines.length} of ${lines.length} loaded`)
      yield* quit

      // Tomorrow I begin where I was.
      const next = yield* openProgram({ folder, size: [60, 20], args: ["tui", "--data", data] })
      yield* next.sees(firstPage)
      yield* next.press(["4"], "our readers", "complaints")
      yield* next.press(["Enter"], "state Kentucky", `50 of ${all} loaded`)
      yield* next.quit
    }).pipe(Effect.scoped)
  )
})
