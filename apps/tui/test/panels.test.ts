import { afterEach, assert, describe, it } from "@effect/vitest"
import { Complaint } from "@public-records/core"
import type { ReportOptions } from "@public-records/mirror"
import { Effect } from "effect"
import { complaints } from "../src/complaints/definition.ts"
import { menuAtom, openMenu } from "../src/panels/menu.ts"
import { positionAfterMove } from "../src/panels/Panel.ts"
import { reportAtom } from "../src/report/reports.ts"
import { sourceAtom } from "../src/source/sourceAtoms.ts"
import { Ui } from "../src/Ui.ts"
import { closeSessions, pressNamed } from "./browsing.ts"
import type { FakeAnswers } from "./fakeLocal.ts"
import { counted } from "./counted.ts"
import { fakeComplaints } from "./fakeRecords.ts"
import { content } from "./openReports.ts"
import { localForReports, opened } from "./openSession.ts"

afterEach(closeSessions)

type Session = Awaited<ReturnType<typeof opened>>

describe("a movement", () => {
  it.each([
    ["up", 3, 2],
    ["up", 0, 0],
    ["down", 3, 4],
    ["down", 9, 9],
    ["page-up", 7, 3],
    ["page-up", 2, 0],
    ["page-down", 2, 6],
    ["page-down", 7, 9],
    ["first", 7, 0],
    ["last", 2, 9],
    ["up", 20, 8],
    ["down", 20, 9]
  ] as const)("%s from %i leads to %i", (move, from, to) => {
    assert.strictEqual(positionAfterMove(move, from, 9, 4), to)
    assert.strictEqual(positionAfterMove(move, 0, -1, 4), 0)
  })
})

describe("a menu", () => {
  const withItems = async (items: ReadonlyArray<readonly [label: string, hint?: string]>): Promise<Session> => {
    const session = await opened()
    const chosen = items.map(([label, hint = ""]) => ({ label, hint, onSelect: () => undefined }))
    openMenu(new Ui(session.registry), { title: "MENU", items: chosen })
    return session
  }
  const shownIn = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
    lines.slice(3, -2).map((line) => line.slice(2, -2).trimEnd())

  it("has the items whose label has all typed words first, then those whose hint has them", async () => {
    const session = await withItems([["a row", "of a column"], ["column", "of a row"], ["other"], ["Row of a COLUMN"]])
    const cases: ReadonlyArray<readonly [typed: string, labels: Array<string>]> = [
      ["column", ["▶ column", "  Row of a COLUMN", "  a row"]],
      [" row", ["▶ Row of a COLUMN", "  a row", "  column"]],
      ["x", ["  Nothing to select."]]
    ]
    for (const [typed, labels] of cases) {
      await session.after(typed)
      const shown = shownIn(session.screenOn(60, 12)).filter((line) => line !== "")
      assert.deepStrictEqual(
        shown.map((line) => line.replace(/  +of.*$/, "")),
        labels
      )
    }
  })

  it("moves around its ends, also without items", async () => {
    const { after, registry } = await withItems([["one"], ["two"], ["three"]])
    const focusAfter = async (name: string): Promise<number> => {
      await pressNamed(registry, name)
      return registry.get(menuAtom).focus
    }
    assert.deepStrictEqual([await focusAfter("up"), await focusAfter("shift-tab")], [2, 1])
    assert.deepStrictEqual([await focusAfter("tab"), await focusAfter("down")], [2, 0])
    await after("x")
    assert.deepStrictEqual([await focusAfter("up"), await focusAfter("down")], [0, 0])
    await after("\r")
    assert.strictEqual(registry.get(menuAtom).typed.text, "x")
  })

  it("shows the items around the selected one", async () => {
    const { registry, screenOn } = await withItems(Array.from({ length: 12 }, (_, index) => [`item ${index}`]))
    for (let selected = 0; selected < 12; selected++) {
      const first = Math.max(0, Math.min(selected - 3, 5))
      const lines = screenOn(60, 12)
      const expected = Array.from(
        { length: 7 },
        (_, line) => `${first + line === selected ? "▶" : " "} item ${first + line}`
      )
      assert.deepStrictEqual(shownIn(lines), expected)
      assert.include(lines.at(-2), ` ${selected + 1} of 12 · type to filter`)
      await pressNamed(registry, "down")
    }
    assert.notInclude(screenOn(60, 18).at(-3), "of 12")
    assert.include(screenOn(60, 17).at(-3), "1 of 12")
  })

  it("shows the selected item in full below the others if its line is too short", async () => {
    const hint = "a hint of some length"
    const session = await withItems([["label", hint]])
    const below = (columns: number): ReadonlyArray<string> =>
      shownIn(session.screenOn(columns, 12))
        .slice(1)
        .filter((line) => line !== "")
    assert.deepStrictEqual(below(34), [])
    assert.deepStrictEqual(below(33), [`label: ${hint}`])
    assert.match(session.screenOn(33, 5)[2] ?? "", /▶ label/)
    const long = await withItems([["a label of some length", "hint"]])
    assert.deepStrictEqual(
      shownIn(long.screenOn(48, 12)).filter((line) => line !== ""),
      ["▶ a label of some length  hint"]
    )
    assert.deepStrictEqual(
      shownIn(long.screenOn(46, 12)).filter((line) => line !== ""),
      ["▶ a label of some leng…  hint", "a label of some length: hint"]
    )
  })
})

describe("a report", () => {
  const onReport = async (answers: Partial<FakeAnswers> = {}): Promise<Session> => {
    const session = await opened()
    session.registry.set(sourceAtom, localForReports(answers, content))
    await session.after("g")
    await session.after("#")
    return session
  }

  it("shows the lines around the selected row", async () => {
    const { after, screenOn } = await onReport()
    /** The text without the mark of the selected row. */
    const textIn = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
      lines.map((line) => line.slice(4, -2).trimEnd())
    const all = textIn(screenOn(60, 70).slice(2, -3))
    const end = all[all.findLastIndex((line) => line !== "")]
    await after("g")
    for (let step = 0; step < 30; step++) {
      const lines = screenOn(60, 12).slice(2, -2)
      const selected = lines.findIndex((line) => line.includes("│ ▶"))
      assert.isAtLeast(selected, 0)
      if (selected < 4) assert.strictEqual(textIn(lines)[0], all[0])
      if (selected > 4) assert.strictEqual(textIn(lines).at(-1), end)
      await after("j")
    }
    assert.strictEqual(textIn(screenOn(60, 12)).at(-3), end)
  })

  it("shows its progress from the first percent", async () => {
    const progressAt = async (share: number): Promise<string> => {
      const hours = (options?: ReportOptions) => {
        options?.onProgress?.(share)
        return Effect.never
      }
      const lines = (await onReport({ hours })).screenOn(60, 12)
      return lines.slice(2, 3).join("").slice(2, -2).trim()
    }
    assert.strictEqual(await progressAt(0), "Looking it up…")
    assert.strictEqual(await progressAt(0.5), "Looking it up… 50 %")
  })

  it("has a legend that is never cut", async () => {
    const { screenOn } = await onReport()
    const legends = Array.from({ length: 81 }, (_, more) => screenOn(20 + more, 12).at(-2) ?? "")
    for (const legend of legends) assert.notInclude(legend, "…")
    assert.match(legends[0] ?? "", /^└─ \d+–\d+ of \d\d ─+┘$/)
    assert.match(legends.at(-1) ?? "", / · Enter opens › · Tab next part · Esc back ─/)
    const count = Number(/ of (\d+)/.exec(screenOn(60, 12).at(-2) ?? "")?.[1])
    assert.notInclude(screenOn(60, count + 5).at(-3), " of ")
    assert.include(screenOn(60, count + 4).at(-3), ` of ${count}`)
  })

  it("moves by the lines of the screen", async () => {
    const { after, registry, screenOn } = await onReport()
    screenOn(60, 12)
    await after("g")
    await pressNamed(registry, "page-down")
    assert.strictEqual(registry.get(reportAtom)?.cursor, 7)
    screenOn(60, 3)
    await pressNamed(registry, "page-up")
    assert.strictEqual(registry.get(reportAtom)?.cursor, 6)
  })
})

describe("the cursor in rows without a known total", () => {
  it("goes to the last loaded row, or to the last sorted one", async () => {
    const { after, registry } = await opened({ reportsTotal: false })
    const cursor = () => registry.get(complaints.view).cursor
    assert.strictEqual(await after(":go to row\r5\r"), "")
    assert.strictEqual(cursor(), 4)
    assert.strictEqual(await after("G"), "Total unknown. Last loaded row.")
    assert.strictEqual(cursor(), 49)
    await after("glS")
    const { navigableRows } = registry.get(complaints.summary)
    assert.strictEqual(await after("G"), "")
    assert.strictEqual(cursor(), navigableRows - 1)
    assert.strictEqual(await after(":go to row\r999\r"), "There is no row 999. This is the last one.")
    await after("S")
    await after("S")
    assert.strictEqual(await after(":go to row\r999\r"), "Total unknown. Last loaded row.")
  })
})

describe("the detail next to the rows", () => {
  it("refers to the open record only if not all fields fit", async () => {
    const { screenOn } = await opened()
    const whole = screenOn(120, 21).join("\n")
    assert.include(whole, "│ LINK ")
    assert.notInclude(whole, "press Enter")
    const part = screenOn(120, 20).join("\n")
    assert.include(part, "… press Enter to show all")
    assert.notInclude(part, "│ LINK ")
    assert.include(part, "│ ID ")
  })
})

describe("an open record", () => {
  it("says which lines are shown if others are not", async () => {
    const { after, screenOn } = await opened()
    await after("\r")
    for (let rows = 12; rows < 30; rows++) {
      const lines = screenOn(100, rows)
      const isWhole = lines.some((line) => line.includes("is often forged."))
      assert.strictEqual(/└─ lines 1 to \d+ of \d+ · ←/.test(lines.join("\n")), !isWhole, `${rows} rows`)
    }
  })

  it("moves by at least one line, and shows as many lines as possible in a larger terminal", async () => {
    const { after, registry, screenOn } = await opened()
    await after("\r")
    assert.match(screenOn(100, 4)[1] ?? "", /FROM/)
    await pressNamed(registry, "page-down")
    assert.match(screenOn(100, 4)[1] ?? "", /SAME NUMBER/)
    await after("G")
    assert.match(screenOn(100, 4)[1] ?? "", /often forged/)
    assert.match(screenOn(100, 40)[2] ?? "", /FROM/)
  })

  it("shows the first 4,000 characters of a field", async () => {
    const long = fakeComplaints(1).map((complaint) => Complaint.make({ ...complaint, subject: "#".repeat(5000) }))
    const { after, screenOn } = await opened({ complaints: long })
    await after("\r")
    assert.strictEqual(screenOn(120, 80).join("").replaceAll(/[^#]/g, "").length, 4000)
  })
})

describe("the note below notices", () => {
  it.each([
    ["sample", true],
    ["mirror", false]
  ] as const)("says that most companies are invented only in sample data", async (noun, isSample) => {
    const { after, screenOn } = await opened({}, { ...localForReports(), noun })
    await after("2")
    assert.strictEqual(screenOn(60, 20).join("").includes("most of these companies are invented"), isSample)
  })
})

describe("the title of sorted rows", () => {
  it.each([
    [90, "COMPLAINTS · 50 of 120 loaded · sorted locally: CREATED ▲"],
    [89, "50 of 120 loaded · sorted locally: CREATED ▲"],
    [60, "50 of 120 loaded · sorted locally: CREATED ▲"],
    [59, "50/120 · sorted locally: CREATED ▲"]
  ])("is shorter on narrow terminals: %i columns", async (columns, title) => {
    const { after, screenOn } = await opened()
    await after("lS")
    assert.include(screenOn(columns, 12)[2], `┌─ ${title} ─`)
  })
})

describe("the insights", () => {
  it("move by ten bars", async () => {
    const { after, registry } = await opened({})
    const { positionLabel } = complaints.insights
    await after("3")
    await counted(registry)
    await after("g")
    await pressNamed(registry, "page-down")
    assert.match(registry.get(positionLabel), /^10:00: /)
    await pressNamed(registry, "page-up")
    assert.match(registry.get(positionLabel), /^00:00: /)
  })

  it("have no position in a chart without bars", async () => {
    const { after, registry, screenOn } = await opened({ complaints: [] })
    await after("3")
    await counted(registry)
    await after("jt")
    assert.strictEqual(registry.get(complaints.insights.positionLabel), "No complaints match.")
    assert.match(screenOn(100, 30).join("\n"), /└─ Tab next chart · Enter facet ─/)
  })

  it("leave out what they count before the chart, in a small terminal", async () => {
    const { after, registry, screenOn } = await opened()
    await after("3")
    await counted(registry)
    const linesOn = (rows: number) => screenOn(60, rows).map((line) => line.trimStart().slice(0, 9))
    assert.deepStrictEqual(linesOn(6).slice(0, 3), ["no filter", "⚠ loaded ", "┌─ 1/6 RE"])
    assert.deepStrictEqual(linesOn(5).slice(0, 2), ["no filter", "┌─ 1/6 RE"])
    const [title, bar, legend] = screenOn(60, 4)
    assert.match(title ?? "", /^┌─ 1\/6 REPORTS BY HOUR/)
    assert.match(bar ?? "", /^│ ▶ 23:00 +50 100 %/)
    assert.match(legend ?? "", /^└─ 24 of 25 · Tab next chart/)
  })
})

describe("a prompt", () => {
  it("shows a problem until the next key", async () => {
    const { after, screenOn } = await opened()
    await after("K\r")
    assert.include(screenOn(100, 30).join("\n"), "✗ Type or paste the key.")
    await after("a")
    assert.notInclude(screenOn(100, 30).join("\n"), "✗")
  })
})
