import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { faultControlOf, makeFaultInjector } from "../src/faults/FaultControl.ts"
import type { Fault } from "../src/index.ts"

const complaints = "/v0/dnc-complaints"
const control = Effect.map(makeFaultInjector(), faultControlOf)

describe("a fault", () => {
  const unusable: ReadonlyArray<readonly [Fault, string]> = [
    [{ do: "status" }, '"do": "status" needs a "status"'],
    [{ do: "delay" }, '"do": "delay" needs a number of milliseconds, "ms"'],
    [{ do: "stall", ms: 5 }, '"do": "stall" takes no "ms"'],
    [{ do: "reset", status: 500 }, '"do": "reset" takes no "status"'],
    [{ do: "mutate", body: "x" }, '"do": "mutate" takes no "body"'],
    [{ do: "malformed", retryAfter: 1 }, '"do": "malformed" takes no "retryAfter"'],
    [{ do: "status", status: 199 }, "between 200 and 599"],
    [{ do: "status", status: 103 }, "between 200 and 599"],
    [{ do: "status", status: 600 }, "between 200 and 599"],
    [{ do: "status", status: 204, body: "x" }, "a response with status 204 has no body"],
    [{ do: "status", status: 304, body: "x" }, "a response with status 304 has no body"],
    [{ do: "status", status: 503, headers: { "Content-Length": "1" } }, "Content-Length frames the response"],
    [{ do: "html", headers: { "transfer-encoding": "chunked" } }, "transfer-encoding frames the response"],
    [{ do: "status", status: 503, headers: { Connection: "close" } }, "Connection frames the response"],
    ...["Keep-Alive", "Proxy-Connection", "TE", "Trailer", "Upgrade"].map(
      (name) => [{ do: "html", headers: { [name]: "x" } }, `the header ${name} frames the response`] as const
    ),
    [{ do: "status", status: 503, headers: { "X Y": "1" } }, '"X Y" is not a valid header name'],
    [{ do: "status", status: 503, headers: { "X:Y": "1" } }, '"X:Y" is not a valid header name'],
    [{ do: "status", status: 503, headers: { é: "1" } }, '"é" is not a valid header name'],
    [{ do: "status", status: 503, headers: { "X-A": "a\u007F" } }, "the value of X-A contains characters"],
    [{ do: "status", status: 503, headers: { "X-A": "Āa" } }, "the value of X-A contains characters"],
    [{ do: "status", status: 503, headers: { "": "1" } }, '"" is not a valid header name'],
    [{ do: "status", status: 503, headers: { "X-A": "1\r\nX-B: 2" } }, "the value of X-A contains characters"],
    [{ do: "status", status: 503, headers: { "X-A": "日" } }, "the value of X-A contains characters"],
    [{ do: "status", status: 503, retryAfter: "1\u0000" }, "the value of Retry-After contains characters"],
    [{ do: "delay", ms: -1 }, "between 0 and 2147483647"],
    [{ do: "delay", ms: 2_147_483_648 }, "between 0 and 2147483647"],
    [{ do: "reset", on: { every: 0 } }, "0"],
    [{ do: "reset", on: { requests: [1.5] } }, "an integer"],
    [{ do: "reset", on: { probability: 1.1 } }, "between 0 and 1"],
    [{ do: "reset", on: { path: "v0/dnc-complaints" } }, 'a path that begins with "/"'],
    [{ do: "reset", on: { path: `${complaints}?offset=1` } }, "has no query"],
    [{ do: "reset", on: { path: `${complaints}#1` } }, "has no query"],
    [{ do: "reset", on: { probability: -0.1 } }, "between 0 and 1"],
    [{ do: "reset", on: { requests: [0] } }, "greater than or equal to 1"]
  ]
  for (const [fault, reason] of unusable) {
    it.effect(`rejects ${JSON.stringify(fault)} with a one-line message`, () =>
      Effect.gen(function* () {
        const { message } = yield* Effect.flip((yield* control).set({ faults: [fault] }))
        assert.isTrue(message.startsWith("The schedule of faults cannot be used: "), message)
        assert.include(message, reason)
        assert.include(message, '["faults"][0]')
        assert.match(message, /^\S+(?: \S+)* at \["faults"\]\[0\]\S*\.$/)
      })
    )
  }

  it.effect("accepts every header that a response can carry, and the bounds of each number", () =>
    Effect.gen(function* () {
      const headers = { "!#$%&'*+-.^_`|~09AZaz": "", "X-A": "\t \u007E\u0080\u00FF" }
      for (const fault of [
        { do: "status", status: 200, headers },
        { do: "status", status: 599, retryAfter: 0.5, body: "" },
        { do: "html", status: 299, headers, retryAfter: "", body: "x" },
        { do: "malformed", headers, body: "[" },
        { do: "delay", ms: 0, on: { every: 1, requests: [1], probability: 0, path: "/" } },
        { do: "delay", ms: 2_147_483_647, on: { probability: 1 } }
      ] as const) {
        yield* (yield* control).set({ faults: [fault] })
      }
    })
  )
})
