import { readFile } from "node:fs/promises"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { areaCodes } from "../src/blocklist/areaCodes.ts"
import { july7, makeMirror, monday, writeRealDay } from "./mirrors.ts"

/** The area code of a row of a daily file, before the subject and the robocall. */
const areaCodeOf = /,(\d{3}),(?:"[^"]*"|[^,]*),[^,]*$/

describe("the assigned area codes", () => {
  it.effect("are those of all consumers of the real days, and others", () =>
    Effect.gen(function* () {
      const { folder } = yield* makeMirror
      const found = new Set<string>()
      for (const name of [july7, monday]) {
        const path = yield* writeRealDay(folder, name)
        const text = yield* Effect.promise(() => readFile(path, "utf8"))
        for (const line of text.split("\r\n")) found.add(areaCodeOf.exec(line)?.[1] ?? "201")
      }
      assert.isAbove(found.size, 300)
      assert.deepStrictEqual(
        [...found].filter((code) => !areaCodes.has(code)),
        []
      )
    }).pipe(Effect.scoped)
  )

  it("are the 469 of November 2026, without those that the plan reserves", () => {
    assert.strictEqual(areaCodes.size, 469)
    const reserved = [...areaCodes].filter((code) => !/^[2-9]\d{2}$/.test(code) || /^.(?:11|9.)$|^37|^96/.test(code))
    assert.deepStrictEqual(reserved, [])
    const others = ["416", "514", "604", "787", "809", "876", "500", "533", "588", "800", "833", "888", "900"]
    assert.deepStrictEqual(
      others.filter((code) => !areaCodes.has(code)),
      []
    )
  })
})
