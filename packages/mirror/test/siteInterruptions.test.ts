import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { soakSites } from "./interruptions/soakSites.ts"

/** `KILLS=50` takes two minutes. */
const kills = Number(process.env["KILLS"] ?? 4)

describe("syncs of daily files that are killed while new editions come and the mirror is read", () => {
  it("leave no torn day, cost one file each, and the next one completes them", async () => {
    const folder = await mkdtemp(join(tmpdir(), "mirror-"))
    try {
      const { problems, summary } = await soakSites(42, kills, folder)
      assert.deepStrictEqual(problems, [], summary)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
