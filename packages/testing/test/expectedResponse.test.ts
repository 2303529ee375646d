import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { checkResponse, type ReceivedResponse } from "../src/drivers/expectedResponse.ts"
import { type ExpectedResponse } from "../src/Scenario.ts"

const url = "https://127.0.0.1:1234"
const received: ReceivedResponse = {
  status: 200,
  headers: { "content-type": "application/json", etag: '"1"' },
  body: JSON.stringify({ data: [{ id: "1", meta: [] }], links: { self: `${url}/v0/things` }, count: 1 })
}

/** Returns the differences between the response and what is expected of it. */
const differences = (expected: Partial<ExpectedResponse>): ReadonlyArray<string> => {
  const exit = Effect.runSyncExit(Effect.flip(checkResponse({ status: 200, ...expected }, received, url)))
  return Exit.isSuccess(exit) ? exit.value.differences : []
}

describe("the comparison of a response with the documented one", () => {
  it("accepts the members and headers that are expected, and others", () => {
    assert.deepStrictEqual(differences({}), [])
    const body = { data: [{ id: "1" }], links: { self: "{base_url}/v0/things" }, next: undefined }
    assert.deepStrictEqual(
      differences({ headers: { "content-type": "application/json", location: undefined }, body }),
      []
    )
  })

  it("finds another status, and a header that is different, missing or must be absent", () => {
    assert.deepStrictEqual(
      differences({ status: 404, headers: { etag: '"2"', location: "/", "x-cache": undefined } }),
      [
        "status: expected 404, got 200",
        String.raw`etag: expected "\"2\"", got "\"1\""`,
        'location: expected "/", got nothing'
      ]
    )
    assert.deepStrictEqual(differences({ headers: { etag: undefined } }), [
      String.raw`etag: expected nothing, got "\"1\""`
    ])
  })

  it("finds a member that is different, missing or must be absent, with its path", () => {
    assert.deepStrictEqual(differences({ body: { data: [{ id: "2", type: "a" }], count: undefined } }), [
      'body.data[0].id: expected "2", got "1"',
      'body.data[0].type: expected "a", got nothing',
      "body.count: expected nothing, got 1"
    ])
  })

  it("finds an array of another length, and a value of another kind", () => {
    assert.deepStrictEqual(differences({ body: { data: [] } }), ['body.data: expected [], got [{"id":"1","meta":[]}]'])
    assert.deepStrictEqual(differences({ body: { data: [{ meta: {} }], count: "1" } }), [
      "body.data[0].meta: expected {}, got []",
      'body.count: expected "1", got 1'
    ])
  })
})
