import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ComplaintQuery } from "../src/index.ts"
import { complaintRecord } from "./FakeService.ts"
import { withClient } from "./withClient.ts"

/** Returns a compressed response as a page of another origin sees it: with its length, but without its encoding. */
const compressed = (spaces: number) => () => {
  const body = JSON.stringify({ data: [complaintRecord("a")] }) + " ".repeat(spaces)
  return new Response(body, { headers: { "content-length": "1000" } })
}

const firstPage = (spaces: number) =>
  withClient(compressed(spaces), ({ complaints }) => complaints.page(ComplaintQuery.default))

const define = (name: string) => void Object.defineProperty(globalThis, name, { value: {}, configurable: true })
const remove = (name: string) => void Reflect.deleteProperty(globalThis, name)

describe("core in a web page", () => {
  beforeEach(() => define("document"))
  afterEach(() => remove("document"))

  it.effect("leaves the user agent to the browser", () =>
    Effect.gen(function* () {
      const { arrivals } = yield* firstPage(0)
      assert.deepStrictEqual(Object.keys(arrivals[0]?.headers ?? {}).toSorted(), ["accept", "x-api-key"])
    })
  )
})

describe.each([
  ["a browser", "document"],
  ["a worker of a browser", "WorkerGlobalScope"]
])("core in %s", (_, name) => {
  beforeEach(() => define(name))
  afterEach(() => remove(name))

  it.effect("refuses a body of more than 10 MB even if its content-length is smaller", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* firstPage(10_000_000)
      assert.include(result._tag === "Failure" ? result.failure.message : "", "it is larger than 10 MB")
      assert.strictEqual(arrivals.length, 1)
    })
  )

  it.effect("reads a body of less than 10 MB even if its content-length is smaller", () =>
    Effect.gen(function* () {
      const { result } = yield* firstPage(9_000_000)
      assert.strictEqual(result._tag === "Success" && result.success.records.length, 1)
    })
  )
})
