import { assert, describe, it } from "vitest"
import { Option, Redacted } from "effect"
import { HttpClientError, HttpClientRequest } from "effect/http"
import { KeyMask } from "../src/client/KeyMask.ts"
import { failureFromStatus, failureFromTransport, readErrorBody, toSingleLine } from "../src/client/failures.ts"

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

  it("is no message of the service if it is HTML", () => {
    assert.deepStrictEqual(readErrorBody("<html>down</html>"), { code: "", detail: "", foreign: "down" })
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

  it("is about the key only with one of the gateway's codes", () => {
    const codes = ["API_KEY_MISSING", "API_KEY_INVALID", "API_KEY_DISABLED", "API_KEY_UNVERIFIED", "OTHER", ""]
    assert.deepStrictEqual(
      codes.map((code) => failureFromStatus(403, { code, detail: "" }, Option.none()).reason._tag),
      ["KeyMissing", "KeyRejected", "KeyRejected", "KeyRejected", "UnexpectedAnswer", "UnexpectedAnswer"]
    )
  })

  for (const [body, quoted] of [
    [
      "<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY><H1>Access Denied</H1>You don't have permission.<P>Reference #18.2f3e1702.1",
      "status 403: Access Denied; Reference #18.2f3e1702.1"
    ],
    [
      "<html><title>Attention Required!</title><style>a{color:red}</style><p>Ray ID: <strong>8c1d22e0</strong></p></html>",
      "status 403: Attention Required!; Ray ID: 8c1d22e0"
    ],
    ["Forbidden by policy\nIncident ID: 44-7", "status 403: Forbidden by policy Incident ID: 44-7"],
    ["<html><body>blocked</body></html>", "status 403: blocked"],
    ["", "status 403"],
    ['{"errors":[{"title":"Forbidden"}]}', "status 403: Forbidden"]
  ] as const) {
    it(`says that something between refused the request, for ${JSON.stringify(body.slice(0, 40))}`, () => {
      const { reason } = failureFromStatus(403, readErrorBody(body), Option.none())
      assert.include(reason, { _tag: "UnexpectedAnswer", detail: quoted })
      assert.match(reason.message, /Something between this machine and the service.* the key was not judged\.$/)
    })
  }

  it("has the text of the service, for every status", () => {
    for (const [status, detail] of [
      [400, "no field x"],
      [403, "status 403: no field x"],
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

describe("the failure of a connection", () => {
  const key = "canary-key-0123456789"
  const reasonOf = (code: string, message: string) => {
    const request = HttpClientRequest.get("https://records.test/v0")
    const cause = Object.assign(new Error(message), { code })
    const error = new HttpClientError.HttpClientError({
      reason: new HttpClientError.TransportError({ request, cause })
    })
    const { reason } = failureFromTransport(error, new KeyMask(Option.some(Redacted.make(key))))
    return reason._tag === "Unavailable" ? reason : assert.fail(reason._tag)
  }

  for (const [code, certificate] of [
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "untrusted"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "untrusted"],
    ["CERT_HAS_EXPIRED", "out of date"],
    ["CERT_NOT_YET_VALID", "out of date"],
    ["ENOTFOUND", undefined]
  ] as const) {
    it(`is ${certificate} for the certificate with ${code}, and only then permanent`, () => {
      const { advice, certificate: found, message } = reasonOf(code, `no ${key} here`)
      assert.strictEqual(found, certificate)
      assert.strictEqual(advice === undefined, certificate === undefined)
      assert.include(message, "no •••• here")
    })
  }

  it("suggests a solution for a certificate that is not trusted", () => {
    assert.strictEqual(
      reasonOf("DEPTH_ZERO_SELF_SIGNED_CERT", "self-signed certificate; if the root CA is installed").message,
      "The service cannot be reached or does not work at the moment (its certificate is not trusted: " +
        "self-signed certificate). Check the base URL. If it is correct, add the certificate's PEM file to the trusted certificates."
    )
  })
})
