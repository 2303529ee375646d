import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ComplaintQuery } from "../src/index.ts"
import { complaintRecord } from "./FakeService.ts"
import { withClient } from "./withClient.ts"

/** A response as a page of another origin sees it: the length of what was sent, and not that it was compressed. */
const compressed = (spaces: number) => () => {
  const body = JSON.stringify({ data: [complaintRecord("a")] }) + " ".repeat(spaces)
  return new Response(body, { headers: { "content-length": "1000" } })
}

const firstPage = (spaces: number) =>
  withClient(compressed(spaces), ({ complaints }) => complaints.page(ComplaintQuery.default))

describe("in a browser", () => {
  beforeEach(() => void Object.defineProperty(globalThis, "document", { value: {}, configurable: true }))
  afterEach(() => void Reflect.deleteProperty(globalThis, "document"))

  it.effect("a body of more than 10 MB is refused, though its length seems to be known", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* firstPage(10_000_000)
      assert.include(result._tag === "Failure" ? result.failure.message : "", "it is larger than 10 MB")
      assert.strictEqual(arrivals.length, 1)
    })
  )

  it.effect("a body of less than 10 MB is read, though it is longer than its length says", () =>
    Effect.gen(function* () {
      const { result } = yield* firstPage(9_000_000)
      assert.strictEqual(result._tag === "Success" && result.success.records.length, 1)
    })
  )
})
