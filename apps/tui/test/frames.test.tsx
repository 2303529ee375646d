import { KeyRejected, PublicRecordsError, RateLimited, Unavailable } from "@public-records/core"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { stripVTControlCharacters } from "node:util"
import stringWidth from "string-width"
import { expect } from "vitest"
import { fakeComplaints, fakeNotices, type FakeRecords, fakeService } from "./fakeRecords.ts"
import { noColorAtom, themeAtom, themeNames } from "../src/drawing/themes.ts"
import { localOfRecords } from "./localOfRows.ts"
import { fakePlatform, openTerminal, settled, sizes } from "./terminal.tsx"

const down = "\u001B[B"
const end = "\u001B[F"
// An encoding of Escape that is unambiguous, so that the parser does not wait for more input.
const escape = "\u001B[27u"

const held = { complaints: fakeComplaints(14_034), notices: fakeNotices(3002) }

const failing = (reason: PublicRecordsError["reason"], from = 1): Partial<FakeRecords> => ({
  ...held,
  before: (count) =>
    count < from ? Effect.void : Effect.fail(new PublicRecordsError({ operation: "List complaints", reason }))
})

interface State {
  readonly name: string
  /** Content of the service. @default the same records as those of local records */
  readonly service?: Partial<FakeRecords>
  /** Text of the frame of local records to wait for. */
  readonly local?: string
  /** Text of the frame to wait for. */
  readonly until?: string
  readonly keys: ReadonlyArray<string>
  /** Keys after that text. */
  readonly after?: ReadonlyArray<string>
}

const states: ReadonlyArray<State> = [
  { name: "first rows", keys: [] },
  { name: "moved down", keys: [down, "jj"] },
  { name: "last row", keys: ["g", end] },
  { name: "a record", keys: ["j", "\r"] },
  { name: "filter form", keys: ["f", "\t\t\t\t\t\t\t", "ohi"] },
  { name: "form with a wrong date", keys: ["f", "2021-02-30"] },
  { name: "form with other filters", keys: ["f", "\t\t\t\t\t315\t\tohio\t\t614\t\t", "no", "\u0013"] },
  { name: "form of notices", keys: ["2f", "media\t\t\tdish\t\t\t\t\t2021-01-01"] },
  { name: "filtered to Ohio", keys: ["f", "\t\t\t\t\t\t\t", "ohi", "\u0013"] },
  { name: "search", keys: ["/", "charit"] },
  { name: "same number", keys: ["j", "#"] },
  { name: "sorted locally", keys: ["j", "lll", "S", "S"] },
  { name: "previous filter", keys: ["jj", "f", "\t\t\t\t\t\t\t", "ohi", "\u0013", "["] },
  { name: "insights", keys: ["3", "\t", "\t"], local: "all 14,034", after: [down] },
  { name: "insights of states", keys: ["3", "\u001B[Z", "\u001B[Z"], local: "all 14,034", after: [down, down] },
  { name: "expanded chart", keys: ["3", "\t", "\t", "\t", "t"], local: "all 14,034", after: ["jjj"] },
  { name: "insights of a part", keys: ["3", "\t", "\t"], until: "first 50", after: [down] },
  { name: "rows of one state", keys: ["3", "\u001B[Z", "\u001B[Z"], until: "first 50", after: ["\r", escape] },
  { name: "insights of notices", keys: ["2", "3"], local: "all 3,002" },
  { name: "before loading all", keys: ["L"] },
  { name: "a date being typed", keys: ["f", "2021-0"] },
  { name: "help", keys: ["?"] },
  { name: "help for a record", keys: ["\r", "?"] },
  { name: "palette", keys: [":"] },
  { name: "palette, filtered", keys: [":", "match", down] },
  { name: "copying a field", keys: ["j", "y", down] },
  { name: "export", keys: ["e"] },
  { name: "export to a file", keys: ["e", "\r"] },
  { name: "go to a row", keys: [":", "go to row", "\r", "x", "\r"] },
  { name: "notices", keys: ["2"] },
  { name: "a notice", keys: ["2", "\r"] },
  { name: "no complaints", service: {}, keys: [] },
  {
    name: "no matches",
    service: { complaints: fakeComplaints(10) },
    keys: ["f", "\t\t\t\t\t\t\t", "ohi", "\u0013"]
  },
  {
    name: "filter suggestions",
    service: { complaints: fakeComplaints(10) },
    keys: ["f", "\t\t\t\t\t\t\t", "ohi", "\u0013", "\r"]
  },
  { name: "total unknown", service: { ...held, reportsTotal: false }, keys: ["G"] },
  { name: "loading", service: { ...held, before: () => Effect.never }, keys: [] },
  { name: "loading canceled", service: { ...held, before: () => Effect.never }, keys: [escape] },
  { name: "key rejected", service: failing(new KeyRejected({ detail: "API_KEY_INVALID" })), keys: [] },
  { name: "service down", service: failing(new Unavailable({ detail: "503" })), keys: [] },
  { name: "key typed in", service: failing(new KeyRejected({ detail: "" })), keys: ["K", "secret"] },
  { name: "saving a view", keys: ["f", "\t\t\t\t\t\t\t", "ohi", "\u0013", "s"] },
  { name: "no saved views", keys: ["4"] },
  { name: "saved views", keys: ["s", "everything", "\r", "2", "s", "all notices", "\r", "4"] },
  { name: "status", keys: ["i"] },
  { name: "rate limit", service: failing(new RateLimited({ by: "budget" })), keys: [] },
  {
    name: "rate limit, counting",
    service: failing(new RateLimited({ by: "budget", nextTryAt: new Date(58_000) })),
    keys: []
  },
  { name: "service down with rows", service: failing(new Unavailable({ detail: "503" }), 2), keys: ["jj", "G", "g"] },
  {
    name: "rate limit with rows",
    service: failing(new RateLimited({ by: "budget", nextTryAt: new Date(58_000) }), 2),
    keys: ["G"]
  },
  {
    name: "waiting for the rate limit",
    service: { ...held, before: () => Effect.never, nextRequestAt: 3_000_000 },
    keys: []
  },
  {
    name: "pause requested by the service",
    service: { ...held, before: () => Effect.never, nextRequestAt: 58_000, waiting: 0 },
    keys: []
  }
]

describe("frames", () => {
  it.each(states)("draws at each size: $name", async ({ name, service, local, until = local, keys, after = [] }) => {
    const opened = local === undefined ? undefined : await localOfRecords(held)
    const source = opened?.local ?? fakeService(service ?? held)
    const terminal = await openTerminal(source, { columns: 100, rows: 30 }, fakePlatform(), TestClock.layer())
    await terminal.keys(...keys)
    if (until !== undefined) await terminal.until((frame) => frame.includes(until))
    await terminal.keys(...after)
    for (const size of sizes) {
      await terminal.resize(size)
      const plain = terminal.frame()
      const lines = plain.split("\n")
      terminal.registry.set(noColorAtom, false)
      await settled()
      const inColor = terminal.raw()
      terminal.registry.set(noColorAtom, true)
      await settled()
      assert.isAtMost(lines.length, size.rows)
      for (const line of lines) assert.isAtMost(stringWidth(line), size.columns, line)
      // Trailing spaces without a style are omitted.
      assert.strictEqual(stripVTControlCharacters(inColor).replaceAll(/ +$/gm, ""), plain.replaceAll(/ +$/gm, ""))
      const file = `${name.replaceAll(/,? /g, "-")}.${size.columns}x${size.rows}.txt`
      await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(`frames/${file}`)
      await expect(`${inColor.replaceAll("\u001B", "␛")}\n`).toMatchFileSnapshot(`frames/color/${file}`)
    }
    terminal.close()
    await opened?.close()
  })
})

describe("themes", () => {
  it("differ in style but not in text, and use only a terminal's 16 colors", async () => {
    const down = fakeService(failing(new Unavailable({ detail: "503" }), 2))
    const terminal = await openTerminal(down, { columns: 100, rows: 30 }, fakePlatform(), TestClock.layer())
    await terminal.keys("jj", "G", "g")
    const text = terminal.frame().replaceAll(/ +$/gm, "")
    terminal.registry.set(noColorAtom, false)
    const drawn = new Set<string>()
    for (const theme of themeNames) {
      terminal.registry.set(themeAtom, theme)
      await settled()
      const inColor = terminal.raw()
      drawn.add(inColor)
      assert.strictEqual(stripVTControlCharacters(inColor).replaceAll(/ +$/gm, ""), text)
      for (const [, code] of inColor.matchAll(/\u001B\[([^m]*)m/g))
        assert.match(code ?? "", /^(?:[1247]|2[2479]|3[1-69])$/)
      await expect(`${inColor.replaceAll("\u001B", "␛")}\n`).toMatchFileSnapshot(
        `frames/color/theme-${theme}.100x30.txt`
      )
    }
    terminal.close()
    assert.strictEqual(drawn.size, themeNames.length)
  })
})

describe("a screen of 140 by 30", () => {
  it("draws the detail next to the rows, and fewer columns on narrower terminals", async () => {
    const size = { columns: 140, rows: 30 }
    const terminal = await openTerminal(fakeService(held), size)
    await terminal.keys("jj")
    const lines = terminal.frame().split("\n")
    const titlesAt = async (columns: number): Promise<string> => {
      await terminal.resize({ columns, rows: size.rows })
      const drawn = terminal.frame().split("\n")
      for (const line of drawn) assert.isAtMost(stringWidth(line), columns, line)
      return (drawn[3] ?? "").split("│")[1]?.replaceAll(/ +/g, " ").trim() ?? ""
    }
    const firstRow = (): string => terminal.frame().split("\n")[4] ?? ""
    assert.match(await titlesAt(130), /^CREATED FROM CITY STATE ROBO SUBJECT$/)
    assert.match(firstRow(), /2021-07-07 23:59 .* Alabama /)
    assert.match(await titlesAt(120), /^CREATED FROM CITY STATE ROBO SUBJECT$/)
    assert.match(firstRow(), /2021-07-07 23:59 .* AL /)
    assert.match(await titlesAt(75), /^CREATED FROM CITY STATE ROBO SUBJECT$/)
    assert.match(firstRow(), / 07-07 23:59 .* AL /)
    assert.match(await titlesAt(66), /^CREATED FROM STATE ROBO SUBJECT$/)
    await terminal.resize(size)
    await terminal.keys("d")
    const without = terminal.frame().split("\n")
    terminal.close()
    assert.strictEqual(lines.length, size.rows)
    for (const line of [...lines, ...without]) assert.isAtMost(stringWidth(line), size.columns, line)
    assert.isFalse(without.some((line) => line.includes("DETAIL")))
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("frames/detail-beside.140x30.txt")
  })
})

describe("the smallest terminals", () => {
  it.each([
    { columns: 30, rows: 8 },
    { columns: 24, rows: 6 },
    { columns: 20, rows: 3 }
  ])("shows rows on $columns by $rows", async (size) => {
    const terminal = await openTerminal(fakeService(held), size)
    await terminal.keys("j")
    const lines = terminal.frame().split("\n")
    terminal.close()
    assert.isAtMost(lines.length, size.rows)
    assert.isTrue(lines.some((line) => line.includes("▶")))
    for (const line of lines) assert.isAtMost(stringWidth(line), size.columns, line)
  })
})

describe("resizing", () => {
  const others = [
    { columns: 40, rows: 12 },
    { columns: 140, rows: 40 },
    { columns: 24, rows: 6 },
    { columns: 100, rows: 30 }
  ]

  it.each([
    {
      what: "a complaint below the first rows",
      keys: [":go to row\r40\r", "kkkkk"],
      row: "row 35 of 14,034",
      number: "0034"
    },
    { what: "the last complaint", keys: ["G"], row: "row 14,034 of 14,034", number: "0033" },
    { what: "a complaint after a jump", keys: [":go to row\r6998\r"], row: "row 6,998 of 14,034", number: "0697" },
    { what: "a sorted complaint", keys: ["l", "S", ":go to row\r28\r"], row: "row 28 of 50 shown", number: "0027" },
    {
      what: "a complaint without the detail pane",
      keys: ["d", ":go to row\r25\r"],
      row: "row 25 of 14,034",
      number: "0024"
    },
    { what: "a notice", keys: ["2", "jjj", ":go to row\r40\r"], row: "row 40 of 3,002", number: "Holdings 39" },
    { what: "the last notice", keys: ["2", "jjj", "G"], row: "row 3,002 of 3,002", number: "Holdings 3001" }
  ])("keeps $what selected and visible after each resize", async ({ keys, row, number }) => {
    const terminal = await openTerminal(fakeService(held), { columns: 100, rows: 30 })
    await terminal.keys(...keys)
    for (const size of [...others, ...others]) {
      await terminal.resize(size)
      const lines = terminal.frame().split("\n")
      assert.isAtMost(lines.length, size.rows)
      assert.include(lines.at(size.rows < 14 ? -1 : -2), row)
      const selected = lines.filter((line) => line.includes("│ ▶"))
      assert.strictEqual(selected.length, 1)
      if (size.columns >= 40) assert.include(selected[0], number)
    }
    terminal.close()
  })

  it("keeps the open record", async () => {
    const terminal = await openTerminal(fakeService(held), { columns: 100, rows: 30 })
    await terminal.keys(":go to row\r21\r", "\r")
    for (const size of [...others, ...others]) {
      await terminal.resize(size)
      assert.match(terminal.frame(), /┌─ COMPLAINTS · row (21|…)/)
      assert.include(terminal.frame(), "(214) 555-0020".slice(0, size.columns - 18))
    }
    terminal.close()
  })
})

describe("the label of the data", () => {
  it("shows the time of the newest record if the data is not a sample", async () => {
    const terminal = await openTerminal(fakeService(held), { columns: 100, rows: 30 })
    assert.match(terminal.frame(), /data through 2021-07-07 23:59/)
    assert.match(terminal.frame(), /1 request this hour · limit unknown +api\.ftc\.gov · key: environment/)
    terminal.close()
  })
})
