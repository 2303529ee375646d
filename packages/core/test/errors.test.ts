import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  BadRequest,
  CircuitOpen,
  ComplaintQuery,
  DeadlineExceeded,
  InvalidOptions,
  InvalidQuery,
  KeyMissing,
  KeyRejected,
  NotFound,
  PublicRecordsError,
  RateLimited,
  type Reason,
  RedirectRefused,
  type ResponseInfo,
  Unavailable,
  UnexpectedAnswer,
  WalkStalled
} from "../src/index.ts"
import { createClient } from "../src/promise.ts"
import { fakeFetch, rejection } from "./FakeFetch.ts"
import { withClient } from "./withClient.ts"

const noon = new Date("2026-11-20T12:00:00Z")
const response: ResponseInfo = {
  url: "https://records.test/v0/dnc-complaints",
  status: 503,
  headers: { "retry-after": "60" },
  requestId: "request-1",
  attempts: 5,
  milliseconds: 12
}
const errorOf = (reason: Reason) => new PublicRecordsError({ operation: "List complaints", reason })

describe("PublicRecordsError", () => {
  it("has the facts of its reason and of the last response", () => {
    const error = errorOf(new Unavailable({ detail: "status 503", nextTryAt: noon, response }))
    const { code, status, headers, requestId, attempts, nextTryAt } = error
    assert.deepStrictEqual(
      { code, status, headers, requestId, attempts, nextTryAt },
      {
        code: "Unavailable",
        status: 503,
        headers: { "retry-after": "60" },
        requestId: "request-1",
        attempts: 5,
        nextTryAt: noon
      }
    )
    assert.strictEqual(error.name, "PublicRecordsError")
    assert.match(error.message, /^List complaints: The service cannot be reached .* \(status 503\)\. Try again/)
  })

  it("has no response and no attempts if nothing was sent", () => {
    const { status, headers, requestId, attempts, nextTryAt, cause } = errorOf(new KeyMissing())
    assert.deepStrictEqual(
      [status, headers, requestId, attempts, nextTryAt, cause],
      [undefined, undefined, undefined, 0, undefined, undefined]
    )
  })

  it("has the cause of its reason", () => {
    const cause = new Unavailable({ detail: "status 503", response })
    const error = errorOf(new DeadlineExceeded({ detail: "the deadline passed", response, cause }))
    assert.deepStrictEqual([error.cause, error.status], [cause, 503])
  })

  it("is JSON for a log, without headers", () => {
    const error = errorOf(new RateLimited({ by: "service", nextTryAt: noon, response }))
    assert.deepStrictEqual(JSON.parse(JSON.stringify(error)), {
      name: "PublicRecordsError",
      code: "RateLimited",
      operation: "List complaints",
      message:
        "List complaints: The rate limit of the API key is used up. Try again at 2026-11-20T12:00:00.000Z or later.",
      status: 503,
      requestId: "request-1",
      attempts: 5,
      nextTryAt: "2026-11-20T12:00:00.000Z"
    })
  })

  const retryable: ReadonlyArray<readonly [Reason, boolean]> = [
    [new RateLimited({ by: "budget" }), true],
    [new Unavailable({ detail: "" }), true],
    [new Unavailable({ detail: "", advice: "Add the certificate.", certificate: "untrusted" }), false],
    [new Unavailable({ detail: "", advice: "Update the program." }), false],
    [new CircuitOpen({ nextTryAt: noon }), true],
    [new DeadlineExceeded({ detail: "" }), true],
    [new WalkStalled({ offset: 50 }), true],
    [new KeyMissing(), false],
    [new BadRequest({ status: 400, detail: "" }), false],
    [new RedirectRefused({ location: "https://evil.test/" }), false],
    [new KeyRejected({ detail: "" }), false],
    [new NotFound({ id: "1" }), false],
    [new UnexpectedAnswer({ detail: "" }), false],
    [new InvalidQuery({ problems: [] }), false],
    [new InvalidOptions({ message: "" }), false]
  ]
  it.each(retryable)("says whether %s is retryable: %s", (reason, isRetryable) => {
    assert.strictEqual(errorOf(reason).isRetryable, isRetryable)
  })

  const failed = "The service failed several times in a row, so requests to it are paused."
  const unreachable = "The service cannot be reached or does not work at the moment"
  const messages: ReadonlyArray<readonly [() => Reason, string]> = [
    [
      () =>
        new InvalidQuery({
          problems: [
            { field: "a", rule: "A is wrong." },
            { field: "b", rule: "B too." }
          ]
        }),
      "A is wrong. B too."
    ],
    [() => new InvalidOptions({ message: "It is wrong." }), "It is wrong."],
    [() => new KeyMissing(), "There is no API key. Get one at https://api.data.gov/signup/ and pass it as apiKey."],
    [
      () => new KeyMissing({ keyVariable: "API_KEY" }),
      "There is no API key. Get one at https://api.data.gov/signup/ and set API_KEY."
    ],
    [
      () => new KeyRejected({ detail: "disabled." }),
      "The service did not accept the API key (disabled). Check the key, or get another one at https://api.data.gov/signup/."
    ],
    [() => new RateLimited({ by: "budget" }), "The rate limit of the API key is used up. Try again later."],
    [
      () => new RateLimited({ by: "service", isPause: true, nextTryAt: noon, detail: "slow. down" }),
      "The service requests a pause (slow. down). Try again at 2026-11-20T12:00:00.000Z or later."
    ],
    [() => new Unavailable({ detail: "" }), `${unreachable}. Try again in a few minutes.`],
    [() => new Unavailable({ detail: "a", advice: "Wait." }), `${unreachable} (a). Wait.`],
    [() => new CircuitOpen({ nextTryAt: noon }), `${failed} Try again at 2026-11-20T12:00:00.000Z or later.`],
    [
      () => new DeadlineExceeded({ detail: "late" }),
      "The call cannot finish before its deadline (late). Use a longer deadline or request fewer records."
    ],
    [
      () => new UnexpectedAnswer({ detail: "a" }),
      "The service returned an unexpected response (a). Check the base URL."
    ],
    [
      () => new BadRequest({ status: 400, detail: "" }),
      "The service refused the request with status 400. Retrying will not help; change the request."
    ],
    [
      () => new RedirectRefused({ location: "https://a.test/" }),
      "The service redirects to https://a.test/, which is a different origin or not HTTPS, so the key is not sent there. Check the base URL."
    ],
    [
      () => new WalkStalled({ offset: 50 }),
      "Reading stopped because three pages in a row contained no new records (last offset 50). Try again later or request fewer records."
    ],
    [() => new NotFound({ id: 'a"' }), 'There is no record with the id "a\\"". Copy the id from a list.']
  ]
  for (const [reasonOf, message] of messages) {
    it(`states the problem and the solution: ${message}`, () => {
      const reason = reasonOf()
      assert.strictEqual(reason.message, message)
      assert.strictEqual(errorOf(reason).message, `List complaints: ${message}`)
      assert.strictEqual(reason.name, reason._tag)
      assert.strictEqual(reason.sentences.join(" ").trimEnd(), message)
    })
  }

  it("has a reason with the facts of its failure", () => {
    const limited = new RateLimited({ by: "budget" })
    assert.deepInclude(limited, { by: "budget", isPause: false, detail: "" })
    assert.isUndefined(limited.nextTryAt)
    assert.strictEqual(new DeadlineExceeded({ detail: "late", nextTryAt: noon }).nextTryAt, noon)
    assert.strictEqual(new RedirectRefused({ location: "https://a.test/" }).location, "https://a.test/")
    assert.deepInclude(new Unavailable({ detail: "a", certificate: "untrusted" }), { certificate: "untrusted" })
  })

  it("advises to check the base URL for 404, and to change the request for other refusals", () => {
    const advice = (status: number) => new BadRequest({ status, detail: "" }).sentences[1]
    assert.strictEqual(advice(404), "Check the base URL.")
    for (const status of [400, 405]) assert.match(advice(status), /change the request/)
  })

  it("has a reason whose JSON consists of its own members", () => {
    const reason = new Unavailable({ detail: "status 503", nextTryAt: noon, response })
    assert.deepStrictEqual(JSON.parse(JSON.stringify(reason)), {
      _tag: "Unavailable",
      detail: "status 503",
      nextTryAt: noon.toISOString()
    })
  })

  it("is recognized even if it comes from another copy of the package", () => {
    const foreign = Object.assign(new Error("List complaints: …"), {
      [Symbol.for("@public-records/core/PublicRecordsError")]: true
    })
    assert.isTrue(PublicRecordsError.is(foreign))
    assert.isTrue(PublicRecordsError.is(errorOf(new KeyMissing())))
    for (const other of [new Error("no"), new KeyMissing(), null, undefined, "PublicRecordsError", {}]) {
      assert.isFalse(PublicRecordsError.is(other))
    }
  })

  it.effect("can be handled by its reason", () =>
    Effect.gen(function* () {
      const failing = Effect.fail(errorOf(new NotFound({ id: "42" })))
      const caught = Effect.catchReasons(failing, "PublicRecordsError", { NotFound: ({ id }) => Effect.succeed(id) })
      assert.strictEqual(yield* caught, "42")
      assert.strictEqual(
        yield* Effect.catchTag(failing, "PublicRecordsError", ({ code }) => Effect.succeed(code)),
        "NotFound"
      )
    })
  )
})

const key = "k7Qw92LmZx40PvTy81RdBn36HsJc55Fg07UeAi12"

describe("the cause of a network error", () => {
  const failWith = (error: unknown) => {
    const { fetch } = fakeFetch(() => {
      throw error
    })
    return rejection(createClient({ apiKey: key, fetch, maxWait: 0 }).complaints.page({ state: "Ohio" }))
  }

  it("is a copy with its causes and codes, in which the key is masked", async () => {
    const innermost = Object.assign(new Error(`connect ECONNREFUSED for ${key}`), { code: "ECONNREFUSED" })
    const error = await failWith(new TypeError(`fetch failed with ${key}`, { cause: innermost }))
    assert.isTrue(PublicRecordsError.is(error))
    if (!PublicRecordsError.is(error)) return
    const { cause } = error
    assert.strictEqual(error.code, "Unavailable")
    assert.strictEqual(cause?.name, "TypeError")
    assert.strictEqual(cause?.message, "fetch failed with ••••")
    assert.include(cause?.stack, "fetch failed with ••••")
    assert.deepInclude(cause?.cause, { message: "connect ECONNREFUSED for ••••", code: "ECONNREFUSED" })
    assert.notInclude(inspect(error, { depth: 10, showHidden: true }) + (cause?.stack ?? ""), key)
  })

  it("has a code in which the key is masked, too", async () => {
    const error = await failWith(Object.assign(new Error("down"), { code: `E_${key}` }))
    const cause = PublicRecordsError.is(error) ? error.cause : undefined
    assert.deepStrictEqual(cause !== undefined && "code" in cause && cause.code, "E_••••")
  })

  const nested = (depth: number): Error =>
    new Error(`level ${depth}`, depth === 1 ? undefined : { cause: nested(depth - 1) })
  for (const [what, error, detail] of [
    [
      "the innermost cause",
      new TypeError("fetch failed", { cause: new Error("connection reset\n") }),
      "connection reset"
    ],
    ["the error if its cause has none", new TypeError("fetch failed", { cause: new Error("") }), "fetch failed"],
    ["the fifth of many causes", nested(9), "level 5"],
    ["no error", "down", "no connection"],
    [
      "a certificate, or its code",
      Object.assign(new Error(""), { code: "CERT_HAS_EXPIRED" }),
      "its certificate is not trusted: CERT_HAS_EXPIRED"
    ],
    [
      "a certificate whose code is that of the innermost cause",
      Object.assign(
        new TypeError("fetch failed", { cause: Object.assign(new Error("expired"), { code: "CERT_HAS_EXPIRED" }) }),
        { code: "UND_ERR" }
      ),
      "its certificate is not trusted: expired"
    ],
    [
      "a certificate whose code is that of another cause",
      Object.assign(new TypeError("fetch failed", { cause: new Error("expired") }), { code: "CERT_HAS_EXPIRED" }),
      "its certificate is not trusted: expired"
    ]
  ] as const) {
    it(`gives the failure the message of ${what}`, async () => {
      const failure = await failWith(error)
      const reason = PublicRecordsError.is(failure) ? failure.reason : assert.fail()
      assert.strictEqual(reason._tag === "Unavailable" && reason.detail, detail)
    })
  }

  it("is undefined if the failure is no error", async () => {
    const error = await failWith("no network")
    assert.isTrue(PublicRecordsError.is(error) && error.cause === undefined)
  })
})

describe("the last response", () => {
  it("is in the error, without the key", async () => {
    const location = `https://evil.test/${key}`
    const headers = { "x-api-umbrella-request-id": "request-7", "x-echo": `key=${key}`, location }
    const { fetch } = fakeFetch(() => Response.json({ error: { code: "API_KEY_INVALID" } }, { status: 403, headers }))
    const error = await rejection(createClient({ apiKey: key, fetch }).complaints.get("1"))
    assert.isTrue(PublicRecordsError.is(error))
    if (!PublicRecordsError.is(error)) return
    assert.deepStrictEqual(
      [error.code, error.status, error.requestId, error.attempts],
      ["KeyRejected", 403, "request-7", 1]
    )
    assert.strictEqual(error.headers?.["x-echo"], "key=••••")
    assert.strictEqual(error.headers?.["location"], "https://evil.test/••••")
  })

  it.effect("is in the error, even if later attempts had no response", () =>
    Effect.gen(function* () {
      const { result } = yield* withClient(
        (_, n) => (n === 0 ? new Response(null, { status: 503, headers: { "x-n": "1" } }) : Effect.never),
        ({ complaints }) => complaints.page(ComplaintQuery.default, { maxRetries: 2 })
      )
      const error = result._tag === "Failure" ? result.failure : assert.fail()
      assert.match(error.message, /no response within 30s/)
      assert.deepStrictEqual([error.code, error.status, error.attempts], ["Unavailable", 503, 3])
      assert.strictEqual(error.headers?.["x-n"], "1")
    })
  )

  it("is missing if no attempt had one, and the attempts are counted", async () => {
    const { fetch } = fakeFetch(() => Promise.reject(new TypeError("no network")))
    const { complaints } = createClient({ apiKey: key, fetch, maxRetries: 0, logLevel: "off" })
    const calls = [() => complaints.page(), () => complaints.get("1"), () => complaints.stream().toArray({ limit: 1 })]
    const errors = await Promise.all(calls.map((call) => rejection(call())))
    for (const error of errors) assert.deepInclude(error, { code: "Unavailable", status: undefined, attempts: 1 })
  })

  it.effect("is the cause if the deadline passes before the next attempt", () =>
    Effect.gen(function* () {
      const { result } = yield* withClient(
        () => Response.json({}, { status: 503, headers: { "retry-after": "60" } }),
        ({ complaints }) => complaints.page(ComplaintQuery.default, { deadline: "10 seconds" })
      )
      const error = result._tag === "Failure" ? result.failure : undefined
      assert.deepStrictEqual([error?.code, error?.status, error?.attempts], ["DeadlineExceeded", 503, 1])
      assert.include(error?.message, "a retry would come too late")
      assert.isTrue(error?.cause instanceof Unavailable && error.cause.detail === "status 503")
    })
  )
})
