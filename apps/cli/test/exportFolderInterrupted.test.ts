import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { folder } from "./exportFolder.ts"
import { fillFolderDisk, killFolders, limitFolder, raceFolders } from "./interruptions/folderExports.ts"

const formats = ["csv", "ndjson", "parquet"] as const

describe("an export in a folder by day", () => {
  // `pnpm soak --only exports` does the same with other seeds, and with more interruptions.
  it.live("continues with the day after a kill, to an identical folder", () =>
    Effect.gen(function* () {
      const path = yield* folder
      for (const format of formats) {
        const problems = yield* Effect.promise(() => killFolders({ folder: path, seed: 7, format }, 12))
        assert.deepStrictEqual(problems, [])
      }
    })
  )

  it.live("ends with a sentence and no torn file on a full disk, and then continues", () =>
    Effect.gen(function* () {
      const path = yield* folder
      for (const format of formats) {
        assert.deepStrictEqual(yield* Effect.promise(() => limitFolder({ folder: path, seed: 7, format })), [])
        const full = yield* Effect.promise(() => fillFolderDisk({ folder: path, seed: 7, format }))
        assert.deepStrictEqual(full ?? [], [])
      }
    })
  )

  it.live("is not disturbed by another one to the same folder", () =>
    Effect.gen(function* () {
      const path = yield* folder
      assert.deepStrictEqual(yield* Effect.promise(() => raceFolders({ folder: path, seed: 7, format: "csv" })), [])
    })
  )
})
