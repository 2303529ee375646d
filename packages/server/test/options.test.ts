import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  type Quirks,
  type RateLimit,
  ReferenceServer,
  type ReferenceServerOptions,
  type SocketOptions,
  startReferenceServer
} from "../src/index.ts"
import { checkOptions, checkPort } from "../src/OptionRules.ts"
import { ids, sendRequest } from "./requests.ts"

const refusal = (options: ReferenceServerOptions) =>
  Effect.map(Effect.flip(Effect.provide(sendRequest("/health"), ReferenceServer.layerInProcess(options))), (error) =>
    error instanceof Error ? error.message : ""
  )

// Options of a program without types.
const untyped = (json: string): Quirks => JSON.parse(json)
const untypedLimit = (json: string): RateLimit => JSON.parse(json)

const [file, at] = ["DNC_Complaint_Numbers_2026-11-30_0.csv", "2026-11-30T15:06:00-05:00"]

const unusable: ReadonlyArray<readonly [what: string, options: ReferenceServerOptions, part: string]> = [
  ["a blank key", { apiKeys: ["  "] }, "One of the API keys is empty"],
  ["an empty key", { apiKeys: ["good", ""] }, "empty"],
  [
    "a key that no header can carry",
    { apiKeys: ["secret\r\nX: 1"] },
    "has characters that an HTTP header cannot carry"
  ],
  ...[" secret", "secret ", "\u00A0secret", "secret\u007F", "sec\u007Fret", "sec\u0100ret", "secret\u0100"].map(
    (key) =>
      [
        `the key ${JSON.stringify(key)}`,
        { apiKeys: ["good", key] },
        "has characters that an HTTP header cannot carry"
      ] as const
  ),
  [
    "a window in words that are no duration",
    { rateLimit: untypedLimit('{"limit":1,"window":"soon"}') },
    "rateLimit: the window of a limit must be a positive duration"
  ],
  ["a negative window", { rateLimit: { limit: 1, window: -1 } }, "rateLimit: the window"],
  ["a limit of 0 requests", { rateLimit: { limit: 0, window: "1 hour" } }, "rateLimit: 0"],
  ["half a request", { rateLimit: { limit: 1.5, window: "1 hour" } }, "rateLimit: 1.5"],
  ["a window of no time", { burstLimits: [{ limit: 5, window: 0 }] }, "burstLimits"],
  ["a window without an end", { burstLimits: [{ limit: 5, window: Infinity }] }, "burstLimits"],
  ["a limit that is not a number", { burstLimits: [{ limit: Number.NaN, window: "1 second" }] }, "NaN"],
  ["a share above one", { quirks: { doubles: 1.1 } }, "The quirk doubles must be a share from 0 to 1"],
  ["a share below zero", { quirks: { doubles: -0.1 } }, "The quirk doubles must be a share from 0 to 1"],
  ["a share that is not a number", { quirks: { shifted: Number.NaN } }, "The quirk shifted"],
  ["an overlap of a complete page", { quirks: { overlaps: 50 } }, "The quirk overlaps must be an integer from 0 to 49"],
  ["five copies", { quirks: { copies: 5 } }, "The quirk copies must be an integer from 1 to 4"],
  ["no copies", { quirks: { copies: 0 } }, "The quirk copies must be an integer from 1 to 4"],
  ["holes above one", { quirks: { holes: 2 } }, "The quirk holes must be a share from 0 to 1"],
  ["an unknown quirk", { quirks: untyped('{"sleepy":true}') }, "Unknown quirk sleepy. Available: totals, doubles, "],
  ["an unknown total", { quirks: untyped('{"totals":"none"}') }, 'The quirk totals must be "stray" or "integer"'],
  ["an overlap below zero", { quirks: { overlaps: -1 } }, "The quirk overlaps must be an integer"],
  ["a fraction of a record", { synthetic: 1.5 }, "synthetic: 1.5"],
  ["a negative number of records", { synthetic: -1 }, "synthetic: -1"],
  ["a fraction as seed", { seed: 0.5 }, "seed: 0.5"],
  ["a newest day without generated complaints", { newestDay: "2026-11-28" }, "so it requires synthetic"],
  [
    "a newest day that does not exist",
    { newestDay: "2026-11-31", synthetic: 1 },
    'newestDay: "2026-11-31" is not a date'
  ],
  ...[
    "DNC_Complaint_Numbers_2026-11-31.csv",
    "DNC_Complaint_Numbers_2026-11-30 (1).csv",
    "dnc_complaint_numbers_2026-11-30.csv"
  ].map(
    (file) =>
      [
        `the upload of ${file}`,
        { site: { uploads: [{ file, at }] } },
        `"${file}" is not the name of a daily file`
      ] as const
  ),
  ...["2026-11-30", "2026-11-30T20:06:00", "2026-11-30T25:06:00Z", "soon"].map(
    (time) =>
      [`an upload at ${time}`, { site: { uploads: [{ file, at: time }] } }, `"${time}" is not a time with`] as const
  ),
  ...[-0.1, 1.1, Number.NaN].map(
    (share) =>
      [`a file with a share of ${share}`, { site: { uploads: [{ file, at, share }] } }, `It was ${share}.`] as const
  ),
  ...["2026-11-30", "2026-02-30"].map(
    (from) =>
      [`a file with days from ${from}`, { site: { uploads: [{ file, at, from }] } }, `It was "${from}".`] as const
  ),
  [
    "a gap that ends before it begins",
    { site: { gaps: [{ from: "2026-11-14", to: "2026-11-13" }] } },
    "the earlier one first"
  ],
  [
    "a gap with a date that does not exist",
    { site: { gaps: [{ from: "2026-09-31", to: "2026-11-13" }] } },
    "two dates"
  ],
  ["half a link", { site: { linked: 0.5 } }, "site: 0.5 is not a number of links"],
  ["an invalid seed", { seed: Number.POSITIVE_INFINITY }, "seed"]
]

const usable: ReadonlyArray<SocketOptions> = [
  {},
  { apiKeys: ["!", "~", "é", "two words", "ÿ ÿ"] },
  { rateLimit: { limit: 1, window: 1 }, burstLimits: [{ limit: 1, window: "1 second" }] },
  { rateLimit: "off" },
  { quirks: { doubles: 0, shifted: 1, holes: 0, overlaps: 0, copies: 1, totals: "stray", oldPages: true } },
  { quirks: { doubles: 1, shifted: 0, holes: 1, overlaps: 49, copies: 4, totals: "integer", emptyWeekends: true } },
  { synthetic: 0, seed: -1 },
  { seed: Number.MAX_SAFE_INTEGER, synthetic: 1 },
  { newestDay: "2026-11-30", synthetic: 1 },
  {
    site: {
      linked: 0,
      validators: false,
      uploads: [
        { file, at, share: 0, from: "2026-11-29" },
        { file, at, share: 1 }
      ]
    }
  },
  { site: { gaps: [{ from: "2026-11-13", to: "2026-11-13" }] } },
  { port: 0 },
  { port: 65_535 }
]

it.each(usable.map((options) => ({ options, name: JSON.stringify(options) })))("$name is accepted", ({ options }) => {
  assert.doesNotThrow(() => Effect.runSync(checkOptions(options)))
  assert.doesNotThrow(() => Effect.runSync(checkPort(options)))
})

it.effect("a key may have a single character", () =>
  Effect.gen(function* () {
    const response = yield* sendRequest("/v0/dnc-complaints", { headers: { "X-Api-Key": "k" } })
    assert.strictEqual(response.status, 200)
  }).pipe(Effect.provide(ReferenceServer.layerInProcess({ apiKeys: ["k"] })))
)

describe("zero, or an empty list, is not the default", () => {
  const list = Effect.map(sendRequest("/v0/dnc-complaints?items_per_page=50"), ids)
  const served = (options: ReferenceServerOptions) => Effect.provide(ReferenceServer.layerInProcess(options))

  it.effect("for the number of generated complaints", () =>
    Effect.gen(function* () {
      const { dataSet } = yield* ReferenceServer
      assert.deepStrictEqual([dataSet.complaints, dataSet.notices], [0, 0])
      assert.deepStrictEqual(yield* list, [])
    }).pipe(served({ synthetic: 0 }))
  )

  it.effect("for the seeds of records, of quirks and of faults", () =>
    Effect.gen(function* () {
      const generated = (seed: number) => list.pipe(served({ synthetic: 50, seed }))
      assert.notDeepEqual(yield* generated(0), yield* generated(1))
      const doubled = (seed: number) => list.pipe(served({ quirks: { doubles: 0.5 }, seed }))
      assert.notDeepEqual(yield* doubled(0), yield* doubled(1))
      const faulty = (seed: number) =>
        Effect.forEach(Array.from({ length: 20 }), () =>
          Effect.map(sendRequest("/v0/dnc-complaints/x"), ({ status }) => status)
        ).pipe(served({ faults: { seed, faults: [{ on: { probability: 0.5 }, do: "status", status: 503 }] } }))
      assert.notDeepEqual(yield* faulty(0), yield* faulty(1))
    })
  )

  it.effect("for the keys", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* sendRequest("/v0/dnc-complaints")).status, 403)
    }).pipe(served({ apiKeys: [] }))
  )
})

describe("a server with invalid options", () => {
  for (const [what, options, part] of unusable) {
    it.effect(`fails with a one-line message without a key for ${what}`, () =>
      Effect.gen(function* () {
        const message = yield* refusal(options)
        assert.include(message, part)
        assert.match(message, /^[^\n]+\.$/)
        assert.notInclude(message, "secret")
      })
    )
  }

  it("fails with a one-line message for an invalid port", async () => {
    for (const port of [-1, 65_536, 1.5]) {
      const error = await startReferenceServer({ port }).then(
        () => new Error("it started"),
        (cause: unknown) => cause
      )
      assert.include(String(error), "is not an integer from 0 to 65535")
    }
  })
})
