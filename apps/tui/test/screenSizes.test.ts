import { afterEach, assert, describe, it } from "@effect/vitest"
import { PublicRecordsError, Unavailable } from "@public-records/core"
import { Effect } from "effect"
import { closeSessions } from "./browsing.ts"
import { content } from "./openReports.ts"
import { localForReports, opened } from "./openSession.ts"

afterEach(closeSessions)

const failure = new PublicRecordsError({ operation: "List complaints", reason: new Unavailable({ detail: "503" }) })
const down = { before: () => Effect.fail(failure) }

const count = (lines: ReadonlyArray<string>, text: string): number => lines.filter((line) => line.includes(text)).length

describe("the insights", () => {
  it.each([
    ["a failure", down],
    ["no failure", {}]
  ])("have a complete frame or none, with %s", async (_, options) => {
    const { after, screenOn } = await opened(options)
    await after("3")
    for (let rows = 2; rows <= 40; rows++) {
      for (const columns of [40, 100]) {
        const lines = screenOn(columns, rows)
        assert.strictEqual(count(lines, "┌"), count(lines, "└"), `${columns} by ${rows}`)
        assert.isAbove(count(lines, "│"), 0, `${columns} by ${rows}`)
      }
    }
  })
})

describe("a menu with a long introduction", () => {
  it("shows its selected item at every height of six lines and more", async () => {
    const { after, screenOn } = await opened()
    await after("i")
    for (let rows = 6; rows <= 30; rows++) {
      for (const columns of [40, 100]) {
        assert.strictEqual(count(screenOn(columns, rows), "▶ enter a key"), 1, `${columns} by ${rows}`)
      }
    }
  })
})

describe("the screen", () => {
  it.each([
    ["the rows", "", {}],
    ["no rows", "", { complaints: [] }],
    ["a failure", "", down],
    ["a failure in the insights", "3", down],
    ["a record", "\r", {}],
    ["the insights", "3", {}],
    ["an expanded chart", "3t", {}],
    ["the form", "f\t", {}],
    ["the search", "/so", {}],
    ["the help", "?", {}],
    ["a menu", ":", {}],
    ["a menu with an introduction", "e", {}],
    ["a prompt", "K", {}],
    ["a report", "#", {}]
  ])("has as many lines as the terminal: %s", async (_, keys, options) => {
    const { after, screenOn } = await opened(options, keys === "#" ? localForReports({}, content) : undefined)
    await after(keys)
    for (const rows of [2, 3, 4, 5, 6, 8, 11, 12, 15, 16, 26]) {
      for (const columns of [20, 120]) {
        const lines = screenOn(columns, rows)
        assert.lengthOf(lines, rows, `${columns} by ${rows}`)
        for (const line of lines) assert.isAtMost(line.length, columns, `${columns} by ${rows}: ${line}`)
      }
    }
  })
})
