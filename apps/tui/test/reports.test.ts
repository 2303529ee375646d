import { InvalidQuery } from "@public-records/core"
import { assert, describe, it } from "@effect/vitest"
import { MirrorError, type NumberReport, type PartyHistory, type ReportOptions } from "@public-records/mirror"
import { Effect } from "effect"
import { stripVTControlCharacters } from "node:util"
import stringWidth from "string-width"
import { expect } from "vitest"
import { noColorAtom } from "../src/drawing/themes.ts"
import { fakeService } from "./fakeRecords.ts"
import { halfway, history, open, content, report, size, usual } from "./openReports.ts"
import { openTerminal, settled, sizes } from "./terminal.tsx"

const escape = "\u001B[27u"
const locked = Effect.fail(
  new MirrorError({
    problem: "Locked",
    file: "/m.db",
    message: "The mirror /m.db is being written by another process. Try again when that process has finished."
  })
)

const hostile = `\u001B]52;c;aGk=\u0007\u001B[2J\r\nX\u202E\u200Be${"\u0301".repeat(40)}東京\u001B[31m`.repeat(3)

const hostileReport = (number: string): Partial<NumberReport> => ({
  number: number + hostile,
  possibly: [hostile],
  states: [{ state: hostile, reports: 1 }],
  areaCodes: [{ areaCode: hostile, reports: 1 }],
  subjects: [{ subject: hostile, reports: 1 }],
  neighbors: [{ number: hostile, reports: 1, records: 1 }]
})

const hostileHistory: PartyHistory = {
  ...history,
  party: history.party.map(({ role }) => ({
    id: hostile,
    date: hostile,
    transactionNumber: hostile,
    acquiringParty: hostile,
    acquiredParty: hostile,
    role
  }))
}

const lines = (frame: string): ReadonlyArray<string> => frame.split("\n")
const selected = (frame: string): string => lines(frame).find((line) => line.includes("│ ▶")) ?? ""

describe.each(sizes)("a report on $columns by $rows", (at) => {
  it.each([
    { name: "number report", keys: ["#"] },
    { name: "number report, its hours", keys: ["#", "\t\t\t\t\t"] },
    { name: "party report", keys: ["2", "#", "\r"] },
    { name: "report, failed", keys: ["#"], answers: { number: () => locked } },
    { name: "report, loading", keys: ["#"], answers: { hours: halfway } }
  ])("draws: $name", async ({ answers, keys, name }) => {
    const terminal = await open(answers, at)
    await terminal.keys(...keys)
    const frame = terminal.frame()
    terminal.registry.set(noColorAtom, false)
    await settled()
    const inColor = stripVTControlCharacters(terminal.raw())
    terminal.close()
    assert.strictEqual(inColor.replaceAll(/ +$/gm, ""), frame.replaceAll(/ +$/gm, ""))
    assert.lengthOf(lines(frame), at.rows)
    for (const line of lines(frame)) assert.isAtMost(stringWidth(line), at.columns, line)
    const file = `frames/${name.replaceAll(/,? /g, "-")}.${at.columns}x${at.rows}.txt`
    await expect(`${frame}\n`).toMatchFileSnapshot(file)
  })

  it("contains hostile text, which has no effect", async () => {
    const number = (typed: string) => Effect.succeed({ ...report, ...hostileReport(typed) })
    const terminal = await open({ number, party: () => Effect.succeed(hostileHistory) }, at)
    for (const key of ["#", "\t\t", "\t\t", "G", escape, "2#", "\r", "G"]) {
      await terminal.keys(key)
      for (const line of terminal.raw().split("\n")) {
        assert.notMatch(line, /[\p{Cc}\p{Bidi_Control}\p{Cs}\u200B]/u)
        assert.isAtMost(stringWidth(line), at.columns)
      }
    }
    assert.match(terminal.frame(), /␛/)
    terminal.close()
  })
})

describe("the report about a number", () => {
  it("opens for the number of the row or of the open record", async () => {
    const terminal = await open()
    await terminal.keys("j", "#")
    assert.match(terminal.frame(), /NUMBER · \(214\) 555-0001/)
    assert.match(terminal.frame(), /42 reports in 44 records, from 2021-06-30 10:55 to 2021-07-07 21:28\./)
    assert.match(terminal.frame(), /Robocalls: 38 of 40 \(95 %\); 2 do not say\./)
    assert.match(terminal.frame(), /Based on 6 of 8 days.* Missing: 2021-07-03 to 2021-07-04\. Partial:/)
    await terminal.keys("?")
    assert.match(terminal.frame(), /HELP · a report/)
    assert.match(terminal.frame(), / row 2 of 25/)
    await terminal.keys(escape + escape, "j", "\r", "#", escape)
    assert.match(terminal.frame(), /COMPLAINTS · row 3 of 200/)
    terminal.close()
  })

  it("leads to its complaints", async () => {
    const terminal = await open()
    await terminal.keys("#", "\r")
    assert.match(terminal.frame(), /\[1\] complaints/)
    assert.match(terminal.frame(), /number 2145550000 · newest first/)
    await terminal.keys("[")
    assert.match(terminal.frame(), /no filter/)
    terminal.close()
  })

  it("does not open for a record without a number", async () => {
    const terminal = await open()
    await terminal.keys(":go to row\r10\r", "#")
    assert.match(terminal.frame(), /This record has no phone number/)
    terminal.close()
  })

  it("leads to its neighbors and back, and keeps the selected rows", async () => {
    const terminal = await open()
    await terminal.keys("#", "G")
    assert.match(selected(terminal.frame()), /\(214\) 555-9999 +1/)
    await terminal.keys("k", "\r")
    assert.match(terminal.frame(), /NUMBER · \(214\) 555-0001/)
    await terminal.keys("]")
    assert.match(terminal.frame(), /No next report/)
    await terminal.keys(escape)
    assert.match(terminal.frame(), /NUMBER · \(214\) 555-0000/)
    assert.match(selected(terminal.frame()), /\(214\) 555-0001 +7/)
    await terminal.keys("[")
    assert.match(terminal.frame(), /No previous report/)
    await terminal.keys("]")
    assert.match(terminal.frame(), /NUMBER · \(214\) 555-0001/)
    await terminal.keys("[", escape)
    assert.match(terminal.frame(), /COMPLAINTS · 50 of 200/)
    terminal.close()
  })

  it("shows the first rows of a long part until the others are opened", async () => {
    const terminal = await open()
    await terminal.keys("#", "\t\t\t", ...Array.from({ length: 10 }, () => "j"))
    assert.match(selected(terminal.frame()), /▶ Show 4 more: 12 reports/)
    await terminal.keys("\r")
    assert.match(selected(terminal.frame()), /▶ 211 +3/)
    await terminal.keys("\r")
    assert.match(terminal.frame(), /Enter has an effect on rows with ›/)
    terminal.close()
  })

  it("says that a number was never reported, and on which days", async () => {
    const never = { ...report, reports: 0, records: 0, first: null, last: null, possibly: [], months: [], states: [] }
    const number = () => Effect.succeed({ ...never, areaCodes: [], subjects: [], neighbors: [] })
    const terminal = await open({ number, hours: () => Effect.die("not asked") })
    await terminal.keys("#")
    assert.match(terminal.frame(), /NUMBER · \(214\) 555-0000 .*\n.* Never reported\./)
    assert.match(terminal.frame(), /Based on 6 of 8 days/)
    assert.match(terminal.frame(), /No other number that begins with 214555 was reported/)
    terminal.close()
  })

  it("is looked up as typed, also by its first digits", async () => {
    const counts = { reports: 60, records: 60, numbers: report.neighbors }
    const prefix = { prefix: "214", count: 51, ...counts }
    const suffix = { suffix: "5550001", count: 2, ...counts }
    const rule = '"someone" is not a telephone number; type its digits'
    const answers: Readonly<Record<string, ReturnType<typeof usual.number>>> = {
      someone: Effect.fail(new InvalidQuery({ problems: [{ field: "number", rule }] })),
      "214": Effect.succeed(prefix),
      "555-0001": Effect.succeed(suffix)
    }
    const number = (typed: string) => answers[typed] ?? Effect.succeed({ ...report, number: "2145550001" })
    const terminal = await open({ number })
    await terminal.keys("p", "\r")
    assert.match(terminal.frame(), /✗ Type a number/)
    await terminal.keys("someone", "\r")
    assert.match(terminal.frame(), /✗ "someone" is not a telephone number; type its digits/)
    await terminal.keys("p", "555-0001", "\r")
    assert.match(terminal.frame(), /The area code of the number is missing\./)
    assert.match(terminal.frame(), /2 numbers end with 5550001: 60 reports\./)
    await terminal.keys("p", "214", "\r")
    assert.match(terminal.frame(), /51 numbers begin with 214: 60 reports\./)
    assert.match(terminal.frame(), /These are the 2 that were reported most\./)
    assert.match(selected(terminal.frame()), /▶ \(214\) 555-0001 +7/)
    await terminal.keys("\r")
    assert.match(terminal.frame(), /42 reports in 44 records/)
    await terminal.keys("p", "1-214-555-0001", "\r")
    assert.match(terminal.frame(), /NUMBER · \(214\) 555-0001/)
    terminal.close()
  })

  it("shows why the mirror does not answer, and asks again", async () => {
    let attempts = 0
    const number = (typed: string) => Effect.suspend(() => (attempts++ === 0 ? locked : usual.number(typed)))
    const terminal = await open({ number })
    await terminal.keys("#")
    assert.match(terminal.frame(), /✗ The mirror \/m\.db is being written by another process\. Try again/)
    await terminal.keys("r")
    assert.match(terminal.frame(), /42 reports/)
    terminal.close()
  })

  it("can be canceled by Esc while the mirror is asked", async () => {
    let canceled = 0
    const hours = (options?: ReportOptions) => Effect.onInterrupt(halfway(options), () => Effect.sync(() => canceled++))
    const terminal = await open({ hours })
    for (const count of [1, 2]) {
      await terminal.keys("#")
      assert.match(terminal.frame(), /Looking it up… 50 %/)
      await terminal.keys(escape)
      assert.match(terminal.frame(), /COMPLAINTS · 50 of 200/)
      assert.match(terminal.frame(), /Canceled\./)
      assert.strictEqual(canceled, count)
    }
    await terminal.keys("#", "p", "2145550002", "\r")
    assert.strictEqual(canceled, 3)
    await terminal.keys(escape)
    assert.match(terminal.frame(), /COMPLAINTS · 50 of 200/)
    terminal.close()
  })

  it("keeps the selected row visible after each resize", async () => {
    const terminal = await open()
    await terminal.keys("#", "\t\t\t", "jjj")
    for (const at of [...sizes, { columns: 24, rows: 6 }, { columns: 140, rows: 40 }]) {
      await terminal.resize(at)
      assert.match(selected(terminal.frame()), /▶ 204/)
    }
    terminal.close()
  })
})

describe("the report about a party", () => {
  it("is about one of the parties of a notice, and leads to its notices", async () => {
    const terminal = await open()
    await terminal.keys("2", "#")
    assert.match(terminal.frame(), /NOTICES OF A PARTY/)
    assert.match(terminal.frame(), /Imaginary Works 0 North +entity/)
    await terminal.keys("\u001B[B", "\r")
    assert.match(terminal.frame(), /PARTY · Imaginary Works 0/)
    assert.match(terminal.frame(), /3 notices name this party\./)
    assert.match(
      terminal.frame(),
      /Based on 3,002 notices, the last changed on 2021-02-01\. The notices of the service were not/
    )
    assert.match(selected(terminal.frame()), /2011-04-11 +20110001 +Invented Holdings 1 acquires Imaginary Works 0/)
    assert.match(terminal.frame(), /2010-01-02 +Imaginary Works 0 North acquires Nothing Ltd/)
    assert.match(terminal.frame(), /Invented Holdings 1 acquires an entity of Imaginary Works/)
    await terminal.keys("\r")
    assert.match(terminal.frame(), /\[2\] notices/)
    assert.match(terminal.frame(), /transaction 20110001/)
    terminal.close()
  })

  it("is looked up as typed, and says whether all notices were read", async () => {
    const terminal = await open({ party: () => Effect.succeed({ ...history, party: [], readToTheEnd: true }) })
    await terminal.keys("2", "p", "&", "\r")
    assert.match(terminal.frame(), /✗ Type at least one letter or digit/)
    await terminal.keys("\u0015", "acme", "\r")
    assert.match(terminal.frame(), /No notice names "acme"\./)
    assert.match(terminal.frame(), /the last changed on 2021-02-01\. These are all that the service had/)
    terminal.close()
  })
})

describe("without a mirror", () => {
  it("finds the next loaded row with the number, and names the mirror", async () => {
    const terminal = await openTerminal(fakeService(content), size)
    await terminal.keys("#")
    assert.match(terminal.frame(), /1 of 1 with \(214\) 555-0000 in 50 loaded · a mirror has its history \(--mirror\)/)
    for (const key of ["p", "2#"]) {
      await terminal.keys(key)
      assert.match(terminal.frame(), /Only a mirror can answer this: press M/)
    }
    terminal.close()
  })
})
