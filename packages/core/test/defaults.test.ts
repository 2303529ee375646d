import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type PublicRecordsOptions, resolveOptions, version } from "../src/Options.ts"
import { defaultRememberedRecords } from "../src/walk/Seen.ts"
import { columns, defaultTags, valueOf } from "./documentedDefaults.ts"

const table = columns("docs/embedding.md", "option", "default")

/** The values of options whose documented default is "none". */
const none: PublicRecordsOptions = { maxWait: Infinity, deadline: Infinity, linkHosts: [] }

const optionTags = defaultTags("packages/core/src/Options.ts")

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

  it("are the same in the table and in the docblocks of the options", () => {
    for (const [name, text] of optionTags) assert.deepStrictEqual(valueOf(table.get(name) ?? ""), valueOf(text), name)
  })

  it("are those of a walk", () => {
    for (const text of [
      table.get("rememberedRecords"),
      defaultTags("packages/core/src/CallOptions.ts").get("rememberedRecords"),
      defaultTags("packages/core/src/promise/client.ts").get("rememberedRecords")
    ]) {
      assert.strictEqual(valueOf(text ?? ""), defaultRememberedRecords)
    }
  })
})
