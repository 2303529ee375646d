import { afterEach, assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import type { AtomRegistry } from "effect/reactivity"
import { complaints } from "../src/complaints/definition.ts"
import { showsPaneAtom, sizeAtom } from "../src/drawing/layout.ts"
import { menuAtom } from "../src/panels/menu.ts"
import { promptAtom } from "../src/panels/prompt.ts"
import { platformAtom } from "../src/platform/Platform.ts"
import { terminalControlAtom } from "../src/platform/suspension.ts"
import { exitCodeAtom, sessionAtom } from "../src/session.ts"
import { closeSessions, pressNamed, typeKeys } from "./browsing.ts"
import { counted } from "./counted.ts"
import { fakeComplaints } from "./fakeRecords.ts"
import { content } from "./openReports.ts"
import { localForReports, opened } from "./openSession.ts"

afterEach(closeSessions)

/** Opens the insights, moves to a bar, and presses Enter. */
const addFacet = async (registry: AtomRegistry.AtomRegistry, keys: string): Promise<void> => {
  await typeKeys(registry, "3")
  await counted(registry)
  await typeKeys(registry, keys)
  await typeKeys(registry, "\r")
  await counted(registry)
}

describe("a chart", () => {
  const focusOf = ({ registry }: Awaited<ReturnType<typeof opened>>) => registry.get(complaints.insights.focus)

  it("is followed by the first one if it is the last, and the other way round", async () => {
    const session = await opened()
    await session.after("3")
    await pressNamed(session.registry, "shift-tab")
    assert.strictEqual(focusOf(session).chart, 5)
    await session.after("\t")
    assert.strictEqual(focusOf(session).chart, 0)
    await session.after("\t")
    assert.strictEqual(focusOf(session).chart, 1)
  })

  it("is expanded by t, until t or Esc", async () => {
    const session = await opened()
    await session.after("3t")
    assert.isTrue(focusOf(session).isExpanded)
    await session.after("t")
    assert.isFalse(focusOf(session).isExpanded)
    await session.after("t")
    await pressNamed(session.registry, "escape")
    assert.deepStrictEqual([focusOf(session).isExpanded, session.panel()], [false, "insights"])
    await pressNamed(session.registry, "escape")
    assert.strictEqual(session.panel(), "table")
  })

  it("is copied and exported as lines", async () => {
    const { after, done, registry } = await opened()
    await after("3")
    await counted(registry)
    assert.strictEqual(await after("y"), "Copied the table of reports by hour filed as CSV: 25 lines.")
    assert.notInclude(done[0]?.text, "\r")
    await after("e")
    assert.strictEqual(registry.get(promptAtom).typed.text, "complaints-hours.csv")
    assert.strictEqual(await after("\r"), "Wrote the table of reports by hour filed to /folder/complaints-hours.csv.")
    assert.include(done[1]?.text, "\r\n")
    await after("e")
    await after("hours.svg")
    assert.match(await after("\r"), /^Wrote the table of reports by hour filed to .*hours\.svg\.$/)
    for (const text of [done[0]?.text, done[2]?.text]) assert.include(text, "Reported by consumers, not verified;")
    assert.include(done[2]?.text, "<svg ")
  })
})

describe("a facet", () => {
  it("is removed by its key or in a menu, and named", async () => {
    const { after, items, registry } = await opened()
    for (const key of ["-", "F"]) assert.match(await after(key), /^There is no facet\./)
    await addFacet(registry, "\t\t\t\t\tg")
    const [facet] = registry.get(complaints.facets)
    assert.isDefined(facet)
    await after("F")
    assert.deepStrictEqual(items(), [`${facet?.label}: `])
    assert.strictEqual(await after("\r"), `Removed the facet ${facet?.label}. Press [ to go back.`)
    assert.deepStrictEqual(registry.get(complaints.facets), [])
  })

  it("is removed by Esc in the rows after the sort order, the last one first", async () => {
    const { after, registry } = await opened({}, localForReports({}, content))
    const escape = async (): Promise<string> => {
      await pressNamed(registry, "escape")
      return registry.get(sessionAtom).notification
    }
    complaints.setFacets(registry, [
      { chart: "robocalls", key: "true", label: "robocall yes", where: { robocall: "true" } },
      { chart: "states", key: "Ohio", label: "state Ohio", where: { state: "Ohio" } }
    ])
    await after("lS")
    assert.strictEqual(await escape(), "")
    assert.strictEqual(await escape(), "Removed the facet state Ohio. Press [ to go back.")
    assert.deepStrictEqual(registry.get(complaints.summary).facets, ["robocall yes"])
    assert.strictEqual(await escape(), "Removed the facet robocall yes. Press [ to go back.")
    assert.strictEqual(await escape(), "")
  })
})

describe("the filter history", () => {
  it("ends on both sides", async () => {
    const { after, registry } = await opened()
    assert.strictEqual(await after("["), "No previous filter.")
    assert.strictEqual(await after("]"), "No next filter.")
    await addFacet(registry, "\t\t\t\t\tg")
    assert.strictEqual(await after("["), "Filter 1 of 2: none")
    assert.strictEqual(await after("["), "No previous filter.")
    assert.match(await after("]"), /^Filter 2 of 2: robocalls: /)
    assert.strictEqual(await after("]"), "No next filter.")
  })
})

describe("the menu of a filter without matches", () => {
  it.each([
    ["edit the filter", "form", "state Ohio"],
    ["previous filter", "table", ""],
    ["clear filter", "table", ""]
  ])("has the item %s", async (item, panel, filter) => {
    const session = await opened({ complaints: fakeComplaints(10) })
    await session.after("f\t\t\t\t\t\t\tohio\u0013")
    await session.after("\r")
    assert.match(session.items().join(), /edit the filter: ,previous filter: ,clear filter: $/)
    const message = await session.after(`${item}\r`)
    assert.deepStrictEqual([session.panel(), session.registry.get(complaints.summary).filter], [panel, filter])
    assert.strictEqual(message, item === "previous filter" ? "Filter 1 of 2: none" : "")
  })
})

describe("x", () => {
  it("removes the sort order, the facets or the filter, and says if nothing is set", async () => {
    const { after, registry } = await opened()
    const summary = () => registry.get(complaints.summary)
    assert.strictEqual(await after("x"), "No filter is set.")
    await after("lS")
    assert.notStrictEqual(summary().sorted, "")
    assert.strictEqual(await after("x"), "")
    assert.strictEqual(summary().sorted, "")
    await addFacet(registry, "\t\t\t\t\tg")
    assert.lengthOf(summary().facets, 1)
    assert.strictEqual(await after("1x"), "")
    assert.lengthOf(summary().facets, 0)
    await after("f\t\t\t\t\t\t\tohio\u0013")
    assert.notStrictEqual(summary().filter, "")
    assert.strictEqual(await after("x"), "")
    assert.strictEqual(summary().filter, "")
  })
})

describe("the form", () => {
  it("is not applied while it is invalid", async () => {
    const { after, panel } = await opened()
    assert.strictEqual(await after("f2021-13\u0013"), "Not applied: fix the form first.")
    assert.strictEqual(panel(), "form")
    await after("\u0012\u0013")
    assert.strictEqual(panel(), "table")
  })
})

describe("L", () => {
  it("asks with the number of loaded rows and the cost", async () => {
    const { after, items, registry } = await opened()
    await after("L")
    assert.strictEqual(registry.get(menuAtom).intro?.[0], "50 rows are loaded. Loading the rest takes 2 more requests.")
    assert.deepStrictEqual(items(), ["load all: 2 more requests", "cancel: "])
    await after("\r")
    assert.strictEqual(registry.get(complaints.summary).loaded, 120)
    assert.strictEqual(await after("L"), "All rows are loaded.")
    await after("3")
    await counted(registry)
    assert.strictEqual(await after("L"), "The charts count all rows.")
  })

  it("asks with the rate limit, and not at all for local records", async () => {
    const introOf = async ({ after, registry }: Awaited<ReturnType<typeof opened>>): Promise<string> => {
      await after("L")
      return (registry.get(menuAtom).intro?.[0] ?? "").replace("50 rows are loaded. Loading the rest ", "")
    }
    for (const [remaining, rest] of [
      [3, "3 requests are left."],
      [2, "2 requests are left."],
      [1, "1 request is left: this takes about 1 h."]
    ] as const) {
      const session = await opened({ rateLimit: { limit: 10, remaining } })
      assert.strictEqual(await introOf(session), `takes 2 more requests. ${rest}`)
    }
    const unknown = await opened({ rateLimit: { limit: 10, remaining: 1 }, reportsTotal: false })
    assert.match(await introOf(unknown), /total unknown\. 1 request is left\.$/)
    const local = await opened({}, localForReports({}, content))
    await local.after("L")
    assert.deepStrictEqual([local.panel(), local.registry.get(complaints.summary).loaded], ["table", 200])
  })

  it("asks if the total is unknown, although all rows may be loaded", async () => {
    const { after, panel } = await opened({ complaints: fakeComplaints(50), reportsTotal: false })
    await after("L")
    assert.strictEqual(panel(), "menu")
  })
})

describe("a row number in the prompt", () => {
  it("is an integer from 1 with at most nine digits, with or without commas", async () => {
    const { accept, after, registry } = await opened()
    await after(":go to row\r")
    for (const text of ["", "0", "-1", "1.5", "x", "01", "1234567890", "1 2"]) {
      assert.strictEqual(accept(text), `"${text}" is not a row number. Enter an integer from 1.`)
    }
    assert.strictEqual(accept(" 1,2 "), "")
    assert.strictEqual(registry.get(complaints.view).cursor, 11)
    assert.strictEqual(accept("1"), "")
    assert.strictEqual(registry.get(complaints.view).cursor, 0)
    assert.strictEqual(accept("123456789"), "")
  })
})

describe("sorting", () => {
  it("names the column, the direction and the order of the query", async () => {
    const { after } = await opened()
    assert.match(await after("l"), /^Column CREATED\. Press S/)
    assert.match(await after("h"), /^Column SUBJECT\. Press S/)
    assert.match(await after("S"), /^50 loaded rows, sorted locally/)
    assert.match(await after("S"), /^50 loaded rows, sorted locally/)
    assert.strictEqual(await after("S"), "Not sorted locally: newest first.")
  })
})

describe("the name of a saved view", () => {
  it("has one to 60 characters", async () => {
    const { accept, after } = await opened()
    await after("s")
    assert.strictEqual(accept("  "), "Type a name.")
    assert.match(accept("x".repeat(61)), /^A name has at most 60 characters\./)
    assert.strictEqual(accept(` ${"x".repeat(60)} `), "")
  })

  it("is suggested from a filter of any length", async () => {
    const { after, registry } = await opened({})
    await after(`2f\t${"x".repeat(70)}\u0013`)
    await after("s")
    assert.match(registry.get(promptAtom).typed.text, /^part of title .*x{20}$/)
    assert.match(await after("\r"), /^Saved the view part of title /)
  })
})

describe("a key of the service", () => {
  it("has only visible ASCII characters", async () => {
    const { accept, after } = await opened()
    await after("K")
    assert.strictEqual(accept(" "), "Type or paste the key.")
    for (const text of ["a b", "é", "a\u0000b"]) assert.match(accept(text), /^A key has only ASCII characters/)
    assert.strictEqual(accept(" !a~ "), "")
  })
})

describe("a record", () => {
  it("is opened by Enter, which asks for another filter only if nothing matches a filter", async () => {
    const { after, panel } = await opened({ complaints: [] })
    await after("\r")
    assert.strictEqual(panel(), "detail")
  })

  it("is shown from its first line", async () => {
    const { after, registry } = await opened({})
    registry.set(sizeAtom, { columns: 40, rows: 12 })
    await after("\r")
    for (const key of ["l", "h"]) {
      await after("G")
      assert.isAbove(registry.get(sessionAtom).scroll, 0)
      await after(key)
      assert.strictEqual(registry.get(sessionAtom).scroll, 0)
    }
  })

  it("is shown next to the rows until d hides it", async () => {
    const { after, registry } = await opened()
    await after("d")
    assert.isFalse(registry.get(showsPaneAtom))
    await after("d")
    assert.isTrue(registry.get(showsPaneAtom))
  })
})

describe("a command", () => {
  it.each([
    ["n", "Press / to search first."],
    ["N", "Press / to search first."]
  ])("%s says what it needs", async (key, message) => {
    const { after } = await opened()
    assert.strictEqual(await after(key), message)
  })

  it("cannot suspend the program if the system does not support it", async () => {
    const { notification, platform, registry } = await opened()
    registry.set(platformAtom, { ...platform, suspend: undefined })
    await pressNamed(registry, "ctrl-z")
    assert.strictEqual(notification(), "This system cannot suspend a program.")
  })

  it("redraws the screen without other work", async () => {
    const { registry } = await opened()
    let isDone = false
    const releaseWhile = (work: () => Promise<void>) => work().then(() => void (isDone = true))
    registry.set(terminalControlAtom, { releaseWhile })
    await pressNamed(registry, "ctrl-l")
    assert.isTrue(isDone)
  })

  it("quits with q, or with Ctrl-C twice in a row", async () => {
    const { after, notification, registry } = await opened()
    const exitCode = () => registry.get(exitCodeAtom)
    const interrupt = () => pressNamed(registry, "ctrl-c")
    await interrupt()
    assert.strictEqual(notification(), "Press Ctrl-C again to quit.")
    await after("j")
    await interrupt()
    assert.deepStrictEqual(exitCode(), Option.none())
    await interrupt()
    assert.deepStrictEqual(exitCode(), Option.some(130))
    await after("q")
    assert.deepStrictEqual(exitCode(), Option.some(0))
  })

  it("Ctrl-C goes back like Esc, but not from the rows", async () => {
    const { after, panel, registry } = await opened({})
    await after("\r")
    assert.strictEqual(panel(), "detail")
    await pressNamed(registry, "ctrl-c")
    assert.strictEqual(panel(), "table")
    await after("3j")
    await pressNamed(registry, "ctrl-c")
    assert.strictEqual(panel(), "insights")
  })
})
