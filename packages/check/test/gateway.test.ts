import { assert, describe, it } from "@effect/vitest"
import { reportOf, type CheckedStatement } from "../src/CheckReport.ts"
import { gatewayStatements } from "../src/gateway.ts"
import { type ProbeResponse } from "../src/ProbeResponse.ts"
import { reportText } from "../src/reportText.ts"
import { breaks, conforms, differs, notShown } from "../src/Verdict.ts"
import { errorOf, evaluatorOf, listOf, responseOf } from "./responses.ts"

const evaluate = evaluatorOf(gatewayStatements)
const withHeaders = (headers: ProbeResponse["headers"], more: Partial<ProbeResponse> = {}) =>
  responseOf(undefined, { headers, ...more })

describe("the statements about keys", () => {
  it("check that a request without a key, or with an unknown one, is rejected with its code", () => {
    for (const [name, code] of [
      ["it rejects a request without a key", "API_KEY_MISSING"],
      ["it rejects an unknown key", "API_KEY_INVALID"],
      ["it reads the key from the query if the header is missing", "API_KEY_INVALID"]
    ] as const) {
      assert.deepStrictEqual(evaluate(name, errorOf(403, code)), conforms)
      assert.deepStrictEqual(
        evaluate(name, errorOf(403, "OTHER")),
        differs(31, `the error code is "OTHER", not "${code}"`)
      )
      assert.deepStrictEqual(
        evaluate(name, errorOf(401, code)),
        breaks("status 403", `status 401 with the code ${code}`)
      )
      assert.deepStrictEqual(evaluate(name, listOf([])), breaks("status 403", "status 200 with 0 records"))
    }
    assert.deepStrictEqual(
      evaluate("it reads the key from the query if the header is missing", errorOf(403, "API_KEY_MISSING")),
      breaks("the key in the query to be read and rejected", "status 403 with the code API_KEY_MISSING")
    )
  })

  it("check that errors have a code and a message, and that web pages can read them", () => {
    const name = "it returns an error body with a code and a message"
    assert.deepStrictEqual(evaluate(name, errorOf(403, "A")), conforms)
    const lacks = differs(31, "the error body lacks a code or a message")
    assert.deepStrictEqual(evaluate(name, responseOf({ error: { code: "A" } })), lacks)
    assert.deepStrictEqual(evaluate(name, responseOf({ error: { message: "A" } })), lacks)
    assert.deepStrictEqual(evaluate(name, responseOf({ error: { code: 1, message: "A" } })), lacks)
    const readable = "it lets web pages read its errors"
    assert.deepStrictEqual(evaluate(readable, withHeaders({ "access-control-allow-origin": "*" })), conforms)
    assert.deepStrictEqual(evaluate(readable, withHeaders({})), differs(30, "Access-Control-Allow-Origin is nothing"))
  })
})

describe("the statements about paths and methods", () => {
  it("check an unknown path", () => {
    const name = "it returns 404 for an unknown path"
    assert.deepStrictEqual(evaluate(name, errorOf(404, "NOT_FOUND")), conforms)
    assert.deepStrictEqual(evaluate(name, errorOf(404)), differs(31, "the error code is not NOT_FOUND"))
    assert.deepStrictEqual(
      evaluate(name, errorOf(200, "NOT_FOUND")),
      breaks("status 404", "status 200 with the code NOT_FOUND")
    )
  })

  it("check the headers of limits", () => {
    const name = "it reports the key's remaining requests"
    const limits = (limit: string | undefined, remaining: string | undefined) =>
      evaluate(name, withHeaders({ "x-ratelimit-limit": limit, "x-ratelimit-remaining": remaining }))
    assert.deepStrictEqual(limits("1000", "999"), conforms)
    assert.deepStrictEqual(limits("1000", "1000"), conforms)
    assert.deepStrictEqual(limits("1000", "0"), conforms)
    assert.deepStrictEqual(limits(undefined, undefined), notShown("the service sends no limit headers"))
    const wrong: ReadonlyArray<readonly [limit: string | undefined, remaining: string | undefined, shown: string]> = [
      ["1000", "1001", 'X-RateLimit-Limit is "1000", X-RateLimit-Remaining "1001"'],
      ["1000", undefined, 'X-RateLimit-Limit is "1000", X-RateLimit-Remaining nothing'],
      [undefined, "9", 'X-RateLimit-Limit is nothing, X-RateLimit-Remaining "9"'],
      ["1e3", "9", 'X-RateLimit-Limit is "1e3", X-RateLimit-Remaining "9"'],
      ["1000", "-1", 'X-RateLimit-Limit is "1000", X-RateLimit-Remaining "-1"'],
      ["1000", "9.", 'X-RateLimit-Limit is "1000", X-RateLimit-Remaining "9."']
    ]
    for (const [limit, remaining, shown] of wrong) assert.deepStrictEqual(limits(limit, remaining), differs(32, shown))
  })

  it("check HEAD", () => {
    const name = "it responds to HEAD without a body"
    assert.deepStrictEqual(evaluate(name, withHeaders({})), conforms)
    assert.deepStrictEqual(
      evaluate(name, withHeaders({}, { status: 405 })),
      differs(30, "the response to HEAD has status 405, not 200")
    )
    assert.deepStrictEqual(
      evaluate(name, withHeaders({}, { text: "{}" })),
      differs(30, "the response to HEAD has a body")
    )
  })

  it("check OPTIONS", () => {
    const name = "it tells web pages which methods and headers they may use"
    const allowed = (allow: string | undefined, headers: string | undefined, status = 204) =>
      evaluate(name, withHeaders({ allow, "access-control-allow-headers": headers }, { status }))
    assert.deepStrictEqual(allowed("GET, HEAD, OPTIONS", "X-Api-Key"), conforms)
    assert.deepStrictEqual(allowed("options,head,get,post", "accept,x-api-key"), conforms)
    assert.deepStrictEqual(
      allowed("GET, HEAD, OPTIONS", "X-Api-Key", 200),
      differs(30, "the response to OPTIONS has status 200, not 204")
    )
    assert.deepStrictEqual(allowed("GET, OPTIONS", "X-Api-Key"), differs(30, "Allow lacks HEAD"))
    assert.deepStrictEqual(allowed("HEADS", "X-Api-Key"), differs(30, "Allow lacks GET, HEAD, OPTIONS"))
    assert.deepStrictEqual(allowed(undefined, "X-Api-Key"), differs(30, "Allow lacks GET, HEAD, OPTIONS"))
    const lacksKey = differs(30, "Access-Control-Allow-Headers lacks X-Api-Key")
    assert.deepStrictEqual(allowed("GET, HEAD, OPTIONS", undefined), lacksKey)
    assert.deepStrictEqual(allowed("GET, HEAD, OPTIONS", "X-Api"), lacksKey)
  })
})

describe("the text of a report", () => {
  const statement = (family: string, name: string): Omit<CheckedStatement, "verdict"> => ({
    family,
    name,
    rule: "docs/api.md, statement 7",
    request: "GET /v0/things"
  })

  it("lists the statements by family with observations and counts", () => {
    const report = reportOf("https://service.invalid", 12, [
      { ...statement("pages", "it does"), ...conforms },
      { ...statement("keys", "it differs"), ...differs(31, "something else") },
      { ...statement("pages", "it breaks"), ...breaks("this", "that\u001B[31m") },
      { ...statement("keys", "it hides"), ...notShown("no data") },
      { ...statement("keys", "it does, too"), ...conforms }
    ])
    assert.strictEqual(
      reportText(report),
      [
        "pages",
        "  ✓ it does",
        "  ✗ it breaks",
        "      rule: docs/api.md, statement 7",
        "      request: GET /v0/things",
        "      expected: this",
        "      actual: that\u241B[31m",
        "",
        "keys",
        "  ≠ it differs",
        "      docs/api.md, statement 31: something else",
        "  · it hides",
        "      not shown: no data",
        "  ✓ it does, too",
        "",
        "https://service.invalid: 2 statements conform, 1 differs in a documented way, 1 breaks, 1 not shown by the data; 12 requests.",
        ""
      ].join("\n")
    )
  })

  it("uses the singular and the plural, and mentions statements that are not shown only if there are any", () => {
    const one = reportOf("https://service.invalid", 1, [{ ...statement("pages", "it does"), ...conforms }])
    const none = "https://service.invalid: 1 statement conforms, 0 differ in a documented way, 0 break; 1 request.\n"
    assert.isTrue(reportText(one).endsWith(`\n\n${none}`))
  })
})
