import { afterEach, assert, describe, it } from "@effect/vitest"
import { PublicRecordsError, Unavailable } from "@public-records/core"
import { Effect } from "effect"
import stringWidth from "string-width"
import { sizeAtom } from "../src/drawing/layout.ts"
import { screenAtom } from "../src/drawing/screen.ts"
import { recordsAtom } from "../src/source.ts"
import { closeSessions } from "./browsing.ts"
import { records } from "./openReports.ts"
import { mirrorForReports, opened } from "./openSession.ts"

afterEach(closeSessions)

const failure = new PublicRecordsError({ operation: "List complaints", reason: new Unavailable({ detail: "503" }) })
const down = { before: () => Effect.fail(failure) }

describe("the screen", () => {
  it.each([
    ["the rows", "", {}],
    ["no rows", "", { complaints: [] }],
    ["a failure", "", down],
    ["a failure in the insights", "3", down],
    ["a record", "\r", {}],
    ["the insights", "3", {}],
    ["an expanded chart", "3t", {}],
    ["the form", "fcreated b\t", {}],
    ["the search", "/so", {}],
    ["the help", "?", {}],
    ["a menu", ":", {}],
    ["a menu with an introduction", "e", {}],
    ["a prompt", "K", {}],
    ["a report", "#", {}]
  ])("has as many lines as the terminal: %s", async (_, keys, options) => {
    const { after, registry } = await opened(options)
    if (keys === "#") {
      registry.set(recordsAtom, { layer: records, mirror: await mirrorForReports() })
      await after("g")
    }
    await after(keys)
    for (const rows of [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 16, 26, 40]) {
      for (const columns of [20, 60, 119, 120]) {
        registry.set(sizeAtom, { columns, rows })
        const lines = registry.get(screenAtom).lines.map((spans) => spans.map(({ text }) => text).join(""))
        assert.lengthOf(lines, rows, `${columns} by ${rows}`)
        for (const line of lines) assert.isAtMost(stringWidth(line), columns, `${columns} by ${rows}: ${line}`)
      }
    }
  })
})
