import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { open } from "node:fs/promises"
import { join } from "node:path"
import { dayTarget, fileTarget, finalPath } from "../src/TargetFiles.ts"
import { complaintsTo, folder, namesIn, run, service, textOf } from "./exporting.ts"

layer(service(), { excludeTestServices: true })("the target of an export", (it) => {
  it.effect("stays a symbolic link, to a file or to a name that does not exist yet", () =>
    Effect.gen(function* () {
      const path = yield* folder
      mkdirSync(join(path, "real/deep"), { recursive: true })
      for (const name of ["old.ndjson", "new.ndjson"]) {
        const [link, file] = [join(path, `link-${name}`), join(path, "real/deep", name)]
        // Each link is relative to its own folder.
        symlinkSync(`real/${name}`, link)
        symlinkSync(`deep/${name}`, join(path, "real", name))
        if (name === "old.ndjson") writeFileSync(file, "old")
        const final = yield* finalPath(link)
        assert.strictEqual(final.path, file)
        yield* run(yield* complaintsTo(link, "ndjson", { target: fileTarget(final.path) }))
        assert.strictEqual(readlinkSync(link), `real/${name}`)
        assert.strictEqual((yield* textOf(link)).split("\n").length, 231)
      }
      assert.deepStrictEqual(yield* namesIn(join(path, "real/deep")), ["new.ndjson", "old.ndjson"])
    })
  )

  for (const [ending, format] of [
    ["partial", "csv"],
    ["checkpoint", "ndjson"],
    ["converting", "parquet"]
  ] as const) {
    it.effect(`is refused if .${ending} is a symbolic link, and leaves the link unchanged`, () =>
      Effect.gen(function* () {
        const path = yield* folder
        const file = join(path, "july")
        const victim = join(path, "victim")
        writeFileSync(victim, "precious")
        symlinkSync(victim, `${file}.${ending}`)
        const failure = yield* Effect.flip(run(yield* complaintsTo(file, format)))
        assert.include(failure.message, `${file}.${ending} cannot be written: it is a symbolic link`)
        assert.strictEqual(readFileSync(victim, "utf8"), "precious")
        assert.isTrue(lstatSync(`${file}.${ending}`).isSymbolicLink())
      })
    )
  }

  // Only tested with a pipe: a failing test must not replace a device of this machine.
  it.effect("is refused if it is not a regular file", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const pipe = join(path, "pipe")
      execFileSync("mkfifo", [pipe])
      for (const file of [pipe, path]) {
        const failure = yield* Effect.flip(run(yield* complaintsTo(file, "ndjson")))
        assert.include(failure.message, `${file} cannot be written: it is not a regular file`)
      }
      assert.isTrue(statSync(pipe).isFIFO())
    })
  )

  it.effect("keeps its permissions, which the unfinished file has too", () =>
    Effect.gen(function* () {
      const path = yield* folder
      for (const format of ["ndjson", "csv", "parquet"] as const) {
        const file = join(path, `july.${format}`)
        writeFileSync(file, "old")
        for (const mode of [0o600, 0o640, 0o444]) {
          chmodSync(file, mode)
          const job = yield* complaintsTo(file, format)
          yield* run(job, 2)
          assert.strictEqual(statSync(job.target.partial).mode & 0o777, mode | 0o600)
          yield* run(job)
          assert.strictEqual(statSync(file).mode & 0o777, mode)
        }
      }
      const [created, other] = [join(path, "new.ndjson"), join(path, "other")]
      writeFileSync(other, "")
      yield* run(yield* complaintsTo(created, "ndjson"))
      assert.strictEqual(statSync(created).mode, statSync(other).mode)
    })
  )
})

describe("the final path of a target", () => {
  it.effect("has a kind, and that of an open file is not the file behind it", () =>
    Effect.gen(function* () {
      const path = yield* folder
      writeFileSync(join(path, "file"), "")
      symlinkSync("/dev/fd/1", join(path, "link"))
      mkdirSync(join(path, "dev"))
      // A shell opened it, for example with `3> open`.
      const opened = yield* Effect.acquireRelease(
        Effect.promise(() => open(join(path, "open"), "w")),
        (file) => Effect.promise(() => file.close())
      )
      for (const [name, kind] of [
        [join(path, "file"), "file"],
        [path, "folder"],
        [join(path, "none"), "nothing"],
        [join(path, "dev/stdout"), "nothing"],
        ["/dev/shm/none", "nothing"],
        ["/dev/null", "other"],
        ["/dev/stdout", "other"],
        ["/dev/../dev/fd/1", "other"],
        [`/proc/self/fd/${opened.fd}`, "other"],
        [join(path, "link"), "other"]
      ] as const) {
        assert.strictEqual((yield* finalPath(name)).kind, kind, name)
      }
    })
  )

  it.effect("is not found if the links form a loop", () =>
    Effect.gen(function* () {
      const path = yield* folder
      symlinkSync("b", join(path, "a"))
      symlinkSync("a", join(path, "b"))
      const failure = yield* Effect.flip(finalPath(join(path, "a")))
      assert.match(failure.message, /cannot be written: it is a symbolic link, or its links form a loop/)
    })
  )
})

describe("the files of a target", () => {
  it("are next to it, and begin with an underscore in a partitioned folder, except the part", () => {
    assert.deepStrictEqual(fileTarget("/data/july.csv"), {
      file: "/data/july.csv",
      partial: "/data/july.csv.partial",
      converting: "/data/july.csv.converting",
      checkpoint: "/data/july.csv.checkpoint",
      lock: "/data/july.csv.exporting",
      rejected: "/data/july.csv.rejected.ndjson",
      manifest: "/data/july.csv.manifest.json"
    })
    const { file, ...others } = dayTarget("/data/calls", "2021-07-07", "parquet")
    assert.strictEqual(file, "/data/calls/created_date=2021-07-07/part-0.parquet")
    for (const other of Object.values(others)) {
      assert.match(other, /^\/data\/calls\/created_date=2021-07-07\/_part-0\.parquet\.\w/)
    }
  })
})
