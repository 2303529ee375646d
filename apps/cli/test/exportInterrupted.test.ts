import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { cutLine, fillLimit, killExports } from "./interruptions/interrupt.ts"
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

// A request that loses its connection may wait for the 30 seconds that an attempt has.
const longestMillis = 120_000

// `pnpm soak --only exports` does the same in every format, with more records, and more often.
describe("an export that is interrupted resumes to the identical file", () => {
  it.live(
    "when it is killed, when its file may not grow, and when its line is cut for longer than it tries",
    () =>
      Effect.gen(function* () {
        const asked = yield* interrupted
        const { kills, problems } = yield* Effect.promise(() => killExports(asked))
        assert.deepStrictEqual(problems, [])
        assert.strictEqual(kills, 3)
        assert.deepStrictEqual(yield* Effect.promise(() => fillLimit(asked)), [])
        assert.deepStrictEqual(yield* Effect.promise(() => cutLine(asked)), [])
      }),
    longestMillis
  )
})

// `pnpm soak --only races` does the same 500 times.
it.live(
  "of two exports to one file exactly one succeeds, and the file is complete",
  () =>
    Effect.gen(function* () {
      const asked = yield* interrupted
      assert.deepStrictEqual(yield* Effect.promise(() => raceExports(asked, 4)), [])
    }),
  longestMillis
)
