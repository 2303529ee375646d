import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { makeCall } from "../src/budget/Call.ts"
import { type PublicRecordsOptions, resolveOptions, version } from "../src/Options.ts"
import { columns, defaultTags, valueOf } from "./documentedDefaults.ts"

const table = columns("docs/embedding.md", "option", "default")

/** The values of options whose documented default is "none". */
const none: PublicRecordsOptions = {
  maxRetryAfter: Infinity,
  userAgent: undefined,
  keyVariable: undefined
}

const optionTags = defaultTags("packages/core/src/Options.ts")
const callTags = defaultTags("packages/core/src/CallOptions.ts")

describe("the documented defaults", () => {
  it.effect("are those of a client without options", () =>
    Effect.gen(function* () {
      const values = Array.from(optionTags, ([name, text]) => [name, valueOf(text.replace("VERSION", version))])
      const given = values.filter(([, value]) => value !== "none")
      const others = values.filter(([, value]) => value === "none").map(([name]) => name)
      assert.sameMembers(others, Object.keys(none))
      const documented: PublicRecordsOptions = { ...Object.fromEntries(given), ...none }
      assert.deepStrictEqual(yield* resolveOptions(documented), yield* resolveOptions({}))
    })
  )

  for (const isWalk of [false, true]) {
    it.effect(`are those of a ${isWalk ? "walk" : "call"} without options`, () =>
      Effect.gen(function* () {
        const documented = (name: string): unknown => {
          const [usual = "", ofWalk = usual] = (callTags.get(name) ?? "").split(/; for walks,/)
          return valueOf((isWalk ? ofWalk : usual).trim())
        }
        const { request } = yield* resolveOptions({})
        const { deadlineAt, isInteractive, settings } = yield* makeCall("", {}, request, isWalk)
        const { headers, maxRetries, maxWait, timeout } = settings
        assert.deepStrictEqual(documented("timeout"), Duration.format(timeout).replace("30s", "30 seconds"))
        assert.strictEqual(documented("maxRetries"), maxRetries)
        assert.strictEqual(documented("priority"), isInteractive ? "interactive" : "bulk")
        assert.strictEqual(documented("maxWait"), maxWait === 120_000 ? "2 minutes" : "none")
        assert.deepStrictEqual([documented("headers"), headers], ["none", {}])
        assert.deepStrictEqual([documented("deadline"), deadlineAt], ["none", Infinity])
      })
    )
  }

  it("are the same in the table and in the docblocks of the options", () => {
    const tags = new Map([...optionTags, ...callTags])
    // Only the Effect entry has these.
    for (const name of ["maxRetryAfter", "keyVariable"]) tags.delete(name)
    for (const [name, text] of tags) assert.strictEqual(table.get(name)?.replaceAll("`", ""), text, name)
  })
})
