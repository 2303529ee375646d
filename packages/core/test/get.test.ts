import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type PublicRecords } from "../src/index.ts"
import { pageOfIds } from "./FakeService.ts"
import { withClient } from "./withClient.ts"

const get = (id: string) => (client: PublicRecords["Service"]) => Effect.flip(client.complaints.get(id))

describe("get", () => {
  for (const id of [".", "..", "a\ud800", "\udc00", "a\u0000b", "a\nb", "a\u007fb", "a\u0085b"]) {
    it.effect(`rejects the id ${JSON.stringify(id)} before anything is sent`, () =>
      Effect.gen(function* () {
        const { result, arrivals } = yield* withClient(() => pageOfIds([id]), get(id))
        const reason = result._tag === "Success" ? result.success.reason : undefined
        assert.deepStrictEqual(reason?._tag === "InvalidQuery" && reason.problems.map(({ field }) => field), ["ID"])
        assert.strictEqual(arrivals.length, 0)
      })
    )
  }

  it.effect("states a refused id in one line", () =>
    Effect.gen(function* () {
      const { result } = yield* withClient(() => pageOfIds([]), get("a\n\u0000 b\r"))
      assert.strictEqual(
        result._tag === "Success" && result.success.message,
        "Get complaint a b: The id contains characters that no id can have. Copy it from a list."
      )
    })
  )

  it.effect("finds no record with an empty id, and sends nothing", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* withClient(() => pageOfIds(["a"]), get(""))
      assert.strictEqual(
        result._tag === "Success" && result.success.message,
        'Get complaint: There is no record with the id "". Copy the id from a list.'
      )
      assert.strictEqual(arrivals.length, 0)
    })
  )

  for (const id of ["...", ".a", "%2e%2e", "a/../b", "a?b#c", "ä 😀", "__proto__"]) {
    it.effect(`sends the id ${JSON.stringify(id)} as one segment of the path`, () =>
      Effect.gen(function* () {
        const { result, arrivals } = yield* withClient(
          () => pageOfIds([id]),
          ({ complaints }) => complaints.get(id)
        )
        assert.strictEqual(result._tag === "Success" && result.success.id, id)
        assert.deepStrictEqual(
          arrivals.map(({ url }) => url.pathname.split("/").map(decodeURIComponent)),
          [["", "v0", "dnc-complaints", id]]
        )
      })
    )
  }

  it.effect("fails with UnexpectedAnswer for a record with another id", () =>
    Effect.gen(function* () {
      const { result } = yield* withClient(() => pageOfIds(["b"]), get("a"))
      assert.strictEqual(
        result._tag === "Success" && result.success.message,
        "Get complaint a: The service returned an unexpected response " +
          "(it returned the record b). Check the base URL."
      )
    })
  )

  it.effect("fails with UnexpectedAnswer for a record that cannot be read, and gives the reason", () =>
    Effect.gen(function* () {
      const { result } = yield* withClient(() => Response.json({ data: [{ id: "a" }] }), get("a"))
      const reason = result._tag === "Success" ? result.success.reason : undefined
      assert.match(reason?._tag === "UnexpectedAnswer" ? reason.detail : "", /type/)
    })
  )

  it.effect("recognizes a masked id that contains the key", () =>
    Effect.gen(function* () {
      const apiKey = "a0123456789bcdef0123"
      const { result } = yield* withClient(
        () => pageOfIds([`x${apiKey}y`]),
        ({ complaints }) => complaints.get(`x${apiKey}y`),
        { apiKey }
      )
      assert.strictEqual(result._tag === "Success" && result.success.id, "x••••y")
    })
  )

  it.effect("finds the record among others, ignoring case", () =>
    Effect.gen(function* () {
      const { result } = yield* withClient(
        () => pageOfIds(["b", "abc"]),
        ({ complaints }) => complaints.get("ABC")
      )
      assert.strictEqual(result._tag === "Success" && result.success.id, "abc")
    })
  )

  for (const [what, respond] of [
    ["404", () => Response.json({ error: { code: "NOT_FOUND" } }, { status: 404 })],
    ["404 from the back end of notices", () => Response.json({ errors: [{ title: "no such node" }] }, { status: 404 })],
    ["an empty list", () => Response.json({ data: [] })]
  ] as const) {
    it.effect(`fails with NotFound if the service returns ${what}`, () =>
      Effect.gen(function* () {
        const { result } = yield* withClient(respond, ({ notices }) => Effect.flip(notices.get("x1")))
        assert.strictEqual(
          result._tag === "Success" && result.success.message,
          'Get notice x1: There is no record with the id "x1". Copy the id from a list.'
        )
      })
    )
  }
})
