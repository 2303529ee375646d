import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { cutConnection, fillLimit, killExports } from "./interruptions/interrupt.ts"
import { raceExports } from "./interruptions/raceExports.ts"
import { serveRecords } from "./interruptions/ServedRecords.ts"

const interrupted = Effect.gen(function* () {
  const served = yield* Effect.acquireRelease(
    Effect.promise(() => serveRecords(3000, 11)),
    ({ close }) => Effect.promise(close)
  )
  const folder = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "public-records-interrupted-"))),
    (path) => Effect.promise(() => rm(path, { recursive: true }))
  )
  return { served, folder, seed: 11, format: "ndjson", kills: 3 } as const
})

// A request whose connection is lost may wait for the attempt timeout of 30 seconds.
const longestMillis = 300_000

// `pnpm soak --only exports` does the same in every format, with more records and more interruptions.
describe("an interrupted export", () => {
  it.live(
    "resumes to an identical file after a kill, a full disk or a lost connection",
    () =>
      Effect.gen(function* () {
        const asked = yield* interrupted
        const { kills, problems } = yield* Effect.promise(() => killExports(asked))
        assert.deepStrictEqual(problems, [])
        assert.strictEqual(kills, 3)
        assert.deepStrictEqual(yield* Effect.promise(() => fillLimit(asked)), [])
        assert.deepStrictEqual(yield* Effect.promise(() => cutConnection(asked)), [])
      }),
    longestMillis
  )
})

// One round in which neither can finish first, and one in which it may. `pnpm soak --only races` runs 500.
it.live(
  "exactly one of two exports to the same file succeeds, and the file is complete",
  () =>
    Effect.gen(function* () {
      const asked = yield* interrupted
      assert.deepStrictEqual(yield* Effect.promise(() => raceExports(asked, 2)), [])
    }),
  longestMillis
)
