import { assert, it } from "@effect/vitest"
import { converters } from "../src/parquet/columns.ts"

it("a text column of Parquet has JSON for other values", () => {
  assert.deepStrictEqual(converters.texts(["energy", { name: "oil" }, 7, null]), [
    "energy",
    '{"name":"oil"}',
    "7",
    "null"
  ])
  assert.deepStrictEqual(converters.texts("energy"), [])
  assert.strictEqual(converters.text({ name: "oil" }), '{"name":"oil"}')
  assert.strictEqual(converters.text(null), null)
})
