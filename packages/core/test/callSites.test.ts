import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { usageError } from "../src/promise/CallRunner.ts"

describe("an error of a call", () => {
  const stackOf = (stack: string | undefined) => {
    const site = new Error("page")
    Object.assign(site, { stack })
    return usageError("Do it", "This is wrong.", site)
  }

  const locations = "    at throwError (file.js:1:2)\n    at call (file.js:3:4)"
  for (const [engine, beginning] of [
    ["that begins a stack with the error", "Error: page\n"],
    ["that begins a stack with another error", "TypeError: page\n"],
    ["that begins a stack with the name of the error", "Error\n"],
    ["that has only locations", ""]
  ] as const) {
    it(`has its message and the location of the call, in an engine ${engine}`, () => {
      const error = stackOf(beginning + locations)
      assert.strictEqual(error.stack, `PublicRecordsError: Do it: This is wrong.\n${locations}`)
      assert.strictEqual(inspect(error), error.stack)
      // Deno has its own name for the same function.
      const inspectInDeno: unknown = Reflect.get(error, Symbol.for("Deno.customInspect"))
      assert.isFunction(inspectInDeno)
      assert.strictEqual(typeof inspectInDeno === "function" && inspectInDeno(), error.stack)
    })
  }

  it("has a stack that a program can replace", () => {
    const error = usageError("Do it", "This is wrong.", new Error("page"))
    error.stack = "shorter"
    assert.strictEqual(error.stack, "shorter")
    assert.isTrue(Reflect.deleteProperty(error, "stack"))
  })

  it("has only its message in an engine without stacks", () => {
    assert.strictEqual(stackOf(undefined).stack, "PublicRecordsError: Do it: This is wrong.\n")
  })
})
