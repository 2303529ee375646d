import { assert, describe, it } from "@effect/vitest"
import { stockBurstLimits } from "@public-records/server"
import { Duration, Effect } from "effect"
import { type CommandFlags } from "../src/flags.ts"
import { serveOptions } from "../src/commands/serveOptions.ts"
import { noServeFlags } from "./serveFlags.ts"

const optionsOf = (flags: Partial<CommandFlags<"serve">>, keys?: string) =>
  serveOptions({ ...noServeFlags, ...flags }, { PUBLIC_RECORDS_SERVER_API_KEYS: keys })

const hour = Duration.hours(1)

describe("the options of the server", () => {
  it.effect("are those of the flags", () =>
    Effect.gen(function* () {
      const { data, port, seed, synthetic } = yield* optionsOf({ data: ["a.csv"], port: "65535", seed: "7" })
      assert.deepStrictEqual([data, port, seed, synthetic], [["a.csv"], 65_535, 7, undefined])
      assert.strictEqual((yield* optionsOf({ synthetic: "123456789012345" })).synthetic, 123_456_789_012_345)
      assert.strictEqual((yield* optionsOf({ synthetic: "1", newestDay: "2026-11-28" })).newestDay, "2026-11-28")
      assert.strictEqual((yield* optionsOf({ port: "0" })).port, 0)
      const plain = yield* optionsOf({ tls: "off", allowHttp: true })
      assert.deepStrictEqual([plain.tls, plain.allowHttp], ["off", true])
      const { tls } = yield* optionsOf({ tlsCert: "cert.pem", tlsKey: "key.pem", tlsWrite: "copy.pem" })
      assert.deepStrictEqual(tls, { certFile: "cert.pem", keyFile: "key.pem" })
      assert.strictEqual((yield* optionsOf({ mirror: true })).data, undefined)
    })
  )

  it.effect("have the keys of the flags and of the environment, without spaces and empty entries", () =>
    Effect.gen(function* () {
      const { apiKeys } = yield* optionsOf({ apiKey: ["one"] }, " two ,, three")
      assert.deepStrictEqual(apiKeys, ["one", "two", "three"])
      assert.isUndefined((yield* optionsOf({}, "")).apiKeys)
    })
  )

  for (const keys of [",", " ", " , ,"]) {
    it.effect(`cannot be read if the variable for keys is "${keys}"`, () =>
      Effect.gen(function* () {
        const { message } = yield* Effect.flip(optionsOf({ apiKey: ["one"] }, keys))
        assert.match(message, /^PUBLIC_RECORDS_SERVER_API_KEYS contains no key\./)
      })
    )
  }

  it.effect("have several burst limits, of which stock means those of the service", () =>
    Effect.gen(function* () {
      const { burstLimits } = yield* optionsOf({ burstLimit: ["stock", "5/1h"] })
      assert.deepStrictEqual(burstLimits, [...stockBurstLimits, { limit: 5, window: hour }])
      const { message } = yield* Effect.flip(optionsOf({ burstLimit: ["5/1h", "6/1h", "5/1h"] }))
      assert.include(message, "5/1h is specified twice")
    })
  )

  it.effect("have the quirks that are named, within their bounds", () =>
    Effect.gen(function* () {
      const { quirks } = yield* optionsOf({
        quirk: {
          totals: "integer",
          doubles: "0.5",
          copies: "4",
          overlaps: "49",
          shifted: "1",
          holes: "0",
          "old-pages": "true",
          "empty-weekends": "true"
        }
      })
      const all = {
        totals: "integer",
        doubles: 0.5,
        copies: 4,
        overlaps: 49,
        shifted: 1,
        holes: 0,
        oldPages: true,
        emptyWeekends: true
      }
      assert.deepStrictEqual<unknown>(quirks, all)
      for (const [name, value] of [
        ["totals", "float"],
        ["doubles", "1.1"],
        ["copies", "0"],
        ["copies", "5"],
        ["copies", "1.5"],
        ["overlaps", "50"],
        ["shifted", "-0.1"],
        ["holes", "x"],
        ["old-pages", ""],
        ["listed-errors", "true"]
      ] as const) {
        const { exitCode, message } = yield* Effect.flip(optionsOf({ quirk: { [name]: value } }))
        assert.deepStrictEqual([exitCode, message.startsWith("--quirk: ")], [2, true], `${name}=${value}`)
        assert.include(message, name)
      }
    })
  )
})
