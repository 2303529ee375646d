import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeFolder } from "../src/makeFolder.ts"
import { temporaryFolder } from "./temporaryFolder.ts"

describe("makeFolder", () => {
  it.effect("creates a folder and its parents for the current user only, and keeps an existing one", () =>
    Effect.gen(function* () {
      const parent = join(yield* temporaryFolder, "parent")
      const path = join(parent, "folder")
      assert.isTrue(makeFolder(path))
      for (const made of [parent, path]) assert.strictEqual(statSync(made).mode & 0o777, 0o700)
      writeFileSync(join(path, "file"), "")
      assert.isTrue(makeFolder(path))
      assert.deepStrictEqual(readdirSync(path), ["file"])
    })
  )

  it.effect("returns true if the folder exists at last, whoever created it", () =>
    Effect.gen(function* () {
      // The last part of the path exists as soon as its parent does.
      const path = `${join(yield* temporaryFolder, "folder")}/.`
      assert.isTrue(makeFolder(path))
    })
  )

  it.effect("returns false if a parent is a file, which stays", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, "file")
      writeFileSync(file, "")
      assert.isFalse(makeFolder(join(file, "folder", "inner")))
      assert.isTrue(existsSync(file))
    })
  )

  it.skipIf(!existsSync("/proc"))("returns false in a file system without new folders", () => {
    // In another process, because a call that never returns would also stop these tests.
    const script =
      `import { makeFolder } from ${JSON.stringify(new URL("../src/makeFolder.ts", import.meta.url).href)}\n` +
      'console.log(makeFolder("/proc/public-records/folder"))'
    const args = ["--input-type=module", "--eval", script]
    const { stdout } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 20_000, killSignal: "SIGKILL" })
    assert.strictEqual(stdout, "false\n", "returns")
  })
})
