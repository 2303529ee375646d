import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { soakImports } from "./interruptions/soakImports.ts"

/** `KILLS=50` takes two minutes. */
const kills = Number(process.env["KILLS"] ?? 4)

describe("imports that are killed, run at once, and fill their disk while the mirror is read", () => {
  it("leave no torn day, and the next import completes them", async () => {
    const folder = await mkdtemp(join(tmpdir(), "mirror-"))
    try {
      assert.deepStrictEqual((await soakImports(42, kills, folder)).problems, [])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
