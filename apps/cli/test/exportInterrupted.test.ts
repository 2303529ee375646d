import { assert, describe, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { cutConnection, fillLimit, type InterruptedExport, killExports } from "./interruptions/interrupt.ts"
import { raceExports } from "./interruptions/raceExports.ts"
import { serveRecords } from "./interruptions/ServedRecords.ts"

/** An export of records that are served for all tests of this file. */
class TestExport extends Context.Service<TestExport, InterruptedExport>()("TestExport") {
  static readonly layer = Layer.effect(
    TestExport,
    Effect.gen(function* () {
      const served = yield* Effect.acquireRelease(
        Effect.promise(() => serveRecords(2000, 11)),
        ({ close }) => Effect.promise(close)
      )
      const folder = yield* Effect.acquireRelease(
        Effect.promise(() => mkdtemp(join(tmpdir(), "public-records-interrupted-"))),
        (path) => Effect.promise(() => rm(path, { recursive: true }))
      )
      return { served, folder, seed: 11, format: "ndjson", kills: 3 }
    })
  )
}

// A request whose connection is lost may wait for the attempt timeout of 30 seconds.
const longestMillis = 300_000

// They interrupt the same connection, so only one runs at a time.
describe("an export", { concurrent: false }, () => {
  layer(TestExport.layer)((it) => {
    // `pnpm soak --only exports` does the same in every format, with more records and more interruptions.
    it.effect(
      "resumes to an identical file after a kill, a full disk or a lost connection",
      () =>
        Effect.gen(function* () {
          const asked = yield* TestExport
          const { kills, problems } = yield* Effect.promise(() => killExports(asked))
          assert.deepStrictEqual(problems, [])
          assert.strictEqual(kills, 3)
          assert.deepStrictEqual(yield* Effect.promise(() => fillLimit(asked)), [])
          assert.deepStrictEqual(yield* Effect.promise(() => cutConnection(asked)), [])
        }),
      longestMillis
    )

    // One round in which neither can finish first, and one in which it may. `pnpm soak --only races` runs 500.
    it.effect(
      "refuses to write a file that another export is writing, and leaves that one undisturbed",
      () =>
        Effect.gen(function* () {
          const asked = yield* TestExport
          assert.deepStrictEqual(yield* Effect.promise(() => raceExports(asked, 2)), [])
        }),
      longestMillis
    )
  })
})
