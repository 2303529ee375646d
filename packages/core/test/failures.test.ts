import { assert, describe, it } from "vitest"
import { Option } from "effect"
import { failureFromStatus, readErrorBody, toSingleLine } from "../src/client/failures.ts"

describe("the body of an error", () => {
  for (const [what, body, expected] of [
    [
      "a code and a message",
      { error: { code: "OVER_RATE_LIMIT", message: "Slow\n down." } },
      ["OVER_RATE_LIMIT", "Slow down."]
    ],
    ["only a code", { error: { code: "NOT_FOUND" } }, ["NOT_FOUND", "NOT_FOUND"]],
    ["a title and a detail", { errors: [{ title: "Bad\nRequest", detail: "No field\t x." }] }, ["", "No field x."]],
    ["only a title", { errors: [{ title: "Bad\nRequest" }] }, ["", "Bad Request"]],
    ["an error without texts", { errors: [{}] }, ["", ""]],
    ["no errors", { errors: [] }, ["", ""]],
    ["another shape", { error: "down" }, ["", ""]]
  ] as const) {
    it(`is read if it has ${what}`, () => {
      const { code, detail } = readErrorBody(JSON.stringify(body))
      assert.deepStrictEqual({ code, detail }, { code: expected[0], detail: expected[1] })
    })
  }

  it("is ignored if it is HTML", () => {
    assert.deepStrictEqual(readErrorBody("<html>down</html>"), { code: "", detail: "" })
  })
})

describe("a text of the service in a sentence", () => {
  it("is one line without control characters, and without spaces around it", () => {
    assert.strictEqual(toSingleLine(" a\u0000\u001b[2Jb\r\n\u2028c\u200bd  e "), "a [2Jb c d e")
  })

  it("has up to 200 characters", () => {
    assert.strictEqual(toSingleLine("a".repeat(200)), "a".repeat(200))
    assert.strictEqual(toSingleLine(`  ${"a".repeat(201)}`), "a".repeat(200))
  })

  it("does not end with half of a character", () => {
    assert.strictEqual(toSingleLine(`${"a".repeat(198)}🦉!`), `${"a".repeat(198)}🦉`)
    assert.strictEqual(toSingleLine(`${"a".repeat(199)}🦉!`), "a".repeat(199))
  })
})

describe("the failure for a status", () => {
  const failureOf = (status: number, detail: string) => {
    const { reason, detail: announced } = failureFromStatus(status, { code: "", detail }, Option.some(60_000))
    return { ...("detail" in reason ? { detail: reason.detail } : {}), tag: reason._tag, announced }
  }

  it("names the status, and what the service says about it", () => {
    const announced = "the service returned 503"
    assert.deepStrictEqual(failureOf(503, ""), { tag: "Unavailable", detail: "status 503", announced })
    assert.deepStrictEqual(failureOf(503, "in an hour"), {
      tag: "Unavailable",
      detail: "status 503: in an hour",
      announced: `${announced}: in an hour`
    })
  })

  it("is that of a service that does not work from 500 on, and for 408", () => {
    const tags = [407, 408, 409, 499, 500, 599].map((status) => failureOf(status, "").tag)
    assert.deepStrictEqual(tags, [
      "BadRequest",
      "Unavailable",
      "BadRequest",
      "BadRequest",
      "Unavailable",
      "Unavailable"
    ])
  })

  it("is that of the service's rate limit for 429", () => {
    const { reason } = failureFromStatus(429, { code: "", detail: "slow down" }, Option.none())
    assert.deepInclude(reason, { by: "service", detail: "slow down" })
  })

  it("is a missing key only if the service says so, and otherwise a rejected key", () => {
    const codes = ["API_KEY_MISSING", "API_KEY_INVALID", "API_KEY_DISABLED", "API_KEY_UNVERIFIED", ""]
    assert.deepStrictEqual(
      codes.map((code) => failureFromStatus(403, { code, detail: "" }, Option.none()).reason._tag),
      ["KeyMissing", "KeyRejected", "KeyRejected", "KeyRejected", "KeyRejected"]
    )
  })

  it("has the text of the service, for every status", () => {
    for (const [status, detail] of [
      [400, "no field x"],
      [403, "no field x"],
      [429, "no field x"],
      [503, "status 503: no field x"]
    ] as const) {
      const { reason } = failureFromStatus(status, { code: "OTHER", detail: "no field x" }, Option.none())
      assert.strictEqual("detail" in reason && reason.detail, detail, String(status))
    }
  })

  it("has the response, for every status", () => {
    const response = { url: "https://records.test", headers: {}, requestId: undefined, attempts: 1, milliseconds: 1 }
    for (const status of [400, 403, 429, 503]) {
      for (const code of ["API_KEY_MISSING", "API_KEY_INVALID"]) {
        const { reason } = failureFromStatus(status, { code, detail: "" }, Option.none(), { ...response, status })
        assert.strictEqual(reason.response?.status, status)
      }
    }
  })

  it("has the time at which the service accepts the next request", () => {
    for (const status of [429, 503]) {
      const { reason, retryAt } = failureFromStatus(status, { code: "", detail: "" }, Option.some(60_000))
      assert.strictEqual("nextTryAt" in reason && reason.nextTryAt?.getTime(), 60_000)
      assert.deepStrictEqual(retryAt, Option.some(60_000))
    }
  })
})
