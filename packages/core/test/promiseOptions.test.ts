import { inspect } from "node:util"
import { assert, describe, it, vi } from "@effect/vitest"
import type { HeaderValues, RequestOptions } from "../src/promise/api.ts"
import { usageError } from "../src/promise/CallRunner.ts"
import { environmentVariable, hasEnvironment } from "../src/promise/environment.ts"
import { optionsProblem, signalOf, withDefaults } from "../src/promise/options.ts"

const nothing = () => {}
const { signal } = new AbortController()
const logger = { error: nothing, warn: nothing, info: nothing, debug: nothing }

type Owner = Parameters<typeof optionsProblem>[0]

describe("optionsProblem", () => {
  for (const [owner, options] of [
    ["A client", { logger, logLevel: "off", fetch: nothing, fetchOptions: { credentials: "omit" }, apiKey: "abc" }],
    ["A client", { logger: undefined, fetch: undefined, apiKey: undefined, hooks: undefined }],
    ["A client", { hooks: { onCall: undefined, onWait: nothing } }],
    ["withOptions", { hooks: {}, logLevel: "debug" }],
    ["A call", { signal, timeout: "not checked here" }],
    ["A call", { signal: { aborted: false, addEventListener: nothing } }],
    ["A stream", { onRejected: nothing }],
    ["A walk of pages", { from: { bookmark: {}, seen: [] } }]
  ] as const satisfies ReadonlyArray<readonly [Owner, object]>) {
    it(`is undefined for valid options: ${owner} with ${Object.keys(options).join(", ")}`, () => {
      assert.strictEqual(optionsProblem(owner, options), undefined)
    })
  }

  const noSignal = "signal is not an AbortSignal. Pass the signal of an AbortController."
  const noLogger = "logger has no methods error, warn, info and debug. Pass one like console."
  const noPosition = "from must be an object with the bookmark and the seen ids of an earlier walk."

  for (const [owner, options, problem] of [
    ["A client", 1, "The options of a client must be an object."],
    ["withOptions", null, "The options must be an object."],
    ["A walk of pages", [], "The options of a walk of pages must be an object."],
    ["A client", { hooks: [] }, "hooks must be an object."],
    ["A call", { signal: { aborted: false } }, noSignal],
    ["A call", { signal: { addEventListener: nothing } }, noSignal],
    ["A call", { signal: { aborted: false, addEventListener: 1 } }, noSignal],
    ["A client", { logger: { error: nothing } }, noLogger],
    ["A client", { logger: { ...logger, debug: 1 } }, noLogger],
    ["A walk of pages", { from: { bookmark: {} } }, noPosition],
    ["A walk of pages", { from: { seen: [] } }, noPosition],
    ["A walk of pages", { signal, from: null }, noPosition],
    [
      "A client",
      { fetchOptions: { headers: {} } },
      "fetchOptions cannot contain headers, because the client sets it. Use the option headers."
    ],
    [
      "A client",
      { fetchOptions: { cache: "no-store", signal } },
      "fetchOptions cannot contain signal, because the client sets it. Pass signal to a call."
    ],
    ["A client", { fetchOptions: { body: "" } }, "fetchOptions cannot contain body, because the client sets it."]
  ] as const satisfies ReadonlyArray<readonly [Owner, unknown, string]>) {
    it(`explains a problem of ${owner}: ${problem}`, () => {
      assert.strictEqual(optionsProblem(owner, options), problem)
    })
  }
})

describe("signalOf", () => {
  it("returns the signal of options, or undefined without a signal", () => {
    assert.strictEqual(signalOf({ signal }), signal)
    for (const options of [{}, { signal: undefined }, { signal: { aborted: true } }, null, 1, signal]) {
      assert.strictEqual(signalOf(options), undefined)
    }
  })
})

describe("withDefaults", () => {
  it("prefers the options of a call, unless they are undefined", () => {
    const defaults = { maxRetries: 0, timeout: 5 }
    const options: RequestOptions = { maxRetries: undefined, timeout: 6, maxWait: 7 }
    assert.deepStrictEqual(withDefaults(defaults, options), {
      maxRetries: 0,
      timeout: 6,
      maxWait: 7
    })
  })

  it("merges headers regardless of case, and keeps those of the defaults without any of the call", () => {
    const defaults = { headers: { "X-A": "1", b: "2" } }
    const headersOf = (headers: HeaderValues) => withDefaults(defaults, { headers }).headers
    assert.deepStrictEqual(headersOf({ "x-a": "3" }), { "x-a": "3", b: "2" })
    assert.deepStrictEqual(headersOf({ "X-C": null }), { "x-a": "1", b: "2", "x-c": null })
    assert.deepStrictEqual(withDefaults(defaults, {}), defaults)
  })
})

describe("environmentVariable", () => {
  const withEnvironment = (process: unknown, read: () => unknown): unknown => {
    vi.stubGlobal("process", process)
    try {
      return read()
    } finally {
      vi.unstubAllGlobals()
    }
  }

  for (const [env, isThere, value] of [
    [{ A: "1" }, true, "1"],
    [{ A: "" }, true, undefined],
    [{ A: 1 }, true, undefined],
    [{}, true, undefined],
    [undefined, false, undefined]
  ] as const) {
    it(`is ${value} in ${JSON.stringify(env)}`, () => {
      assert.strictEqual(
        withEnvironment({ env }, () => environmentVariable("A")),
        value
      )
      assert.strictEqual(withEnvironment({ env }, hasEnvironment), isThere)
    })
  }

  it("is undefined if it may not be read", () => {
    const refuse = () => {
      throw new Error("no permission")
    }
    const env = new Proxy({}, { get: refuse, has: refuse })
    assert.strictEqual(
      withEnvironment({ env }, () => environmentVariable("A")),
      undefined
    )
  })
})

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
