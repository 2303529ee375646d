import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { open } from "node:fs/promises"
import { join } from "node:path"
import { checkTarget, dayTarget, fileTarget, finalPath } from "../src/Target.ts"
import { folder } from "./exporting.ts"

/** Creates a chain of symbolic links that ends at a file. Returns the first link. */
const chainOf = (path: string, links: number): string => {
  writeFileSync(join(path, `link-${links}`), "")
  for (let link = links - 1; link >= 0; link--) symlinkSync(`link-${link + 1}`, join(path, `link-${link}`))
  return join(path, "link-0")
}

describe("the final path of a target", () => {
  it.effect("is found behind up to 40 links, as in Linux", () =>
    Effect.gen(function* () {
      const path = yield* folder
      assert.deepStrictEqual(yield* finalPath(chainOf(path, 40)), { path: join(path, "link-40"), kind: "file" })
      const failure = yield* Effect.flip(finalPath(chainOf(yield* folder, 41)))
      assert.include(failure.message, "its links form a loop (ELOOP)")
    })
  )

  it.effect("follows a chain of links, each relative to its own folder", () =>
    Effect.gen(function* () {
      const path = yield* folder
      mkdirSync(join(path, "x", "y"), { recursive: true })
      symlinkSync("x/second", join(path, "first"))
      symlinkSync("y/file", join(path, "x", "second"))
      const file = join(path, "x", "y", "file")
      for (const kind of ["nothing", "file"]) {
        if (kind === "file") writeFileSync(file, "")
        assert.deepStrictEqual(yield* finalPath(join(path, "first")), { path: file, kind })
      }
    })
  )

  it.effect("is that of an open file, also through a link and a relative path", () =>
    Effect.gen(function* () {
      const path = yield* folder
      symlinkSync("/dev/fd/1", join(path, "link"))
      assert.deepStrictEqual(yield* finalPath(join(path, "link")), { path: "/dev/fd/1", kind: "stream" })
      assert.deepStrictEqual(yield* finalPath("/dev/../dev/fd/1"), { path: "/dev/../dev/fd/1", kind: "stream" })
      const file = yield* Effect.acquireRelease(
        Effect.promise(() => open(join(path, "open"), "w")),
        (opened) => Effect.promise(() => opened.close())
      )
      // A shell opened it, for example with `3> open`.
      assert.strictEqual((yield* finalPath(`/proc/self/fd/${file.fd}`)).kind, "stream")
      for (const other of ["fd/1", "stdout", "stdout.csv", "fd/x"]) {
        const folderOfOther = join(path, "dev", "fd")
        mkdirSync(folderOfOther, { recursive: true })
        assert.strictEqual((yield* finalPath(join(path, "dev", other))).kind, "nothing", other)
      }
    })
  )
})

describe("the files of a target", () => {
  it("are next to it", () => {
    assert.deepStrictEqual(fileTarget("/data/july.csv"), {
      file: "/data/july.csv",
      partial: "/data/july.csv.partial",
      converting: "/data/july.csv.converting",
      checkpoint: "/data/july.csv.checkpoint",
      lock: "/data/july.csv.exporting",
      formerLock: "/data/july.csv.lock",
      rejected: "/data/july.csv.rejected.ndjson",
      manifest: "/data/july.csv.manifest.json"
    })
  })

  it("begin with an underscore in a partitioned folder, except the part", () => {
    const { file, ...others } = dayTarget("/data/calls", "2021-07-07", "parquet")
    assert.strictEqual(file, "/data/calls/created_date=2021-07-07/part-0.parquet")
    for (const other of Object.values(others)) {
      assert.match(other, /^\/data\/calls\/created_date=2021-07-07\/_part-0\.parquet\.\w/)
    }
  })

  it.effect("cannot replace a folder", () =>
    Effect.gen(function* () {
      const path = yield* folder
      yield* checkTarget(fileTarget(join(path, "july.csv")))
      const failure = yield* Effect.flip(checkTarget(fileTarget(path)))
      assert.include(failure.message, `${path} cannot be written: it is not a regular file`)
    })
  )
})
