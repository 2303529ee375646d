import { assert, describe, layer } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { execFileSync } from "node:child_process"
import {
  appendFileSync,
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { join } from "node:path"
import { vi } from "vitest"
import { type ExportFormat } from "../src/ExportFormat.ts"
import { exportRecords } from "../src/exportRecords.ts"
import { fileTarget, finalPath } from "../src/Target.ts"
import { bytesOf, complaintsTo, folder, namesIn, run, service, textOf } from "./exporting.ts"
import { onOpen } from "./recordedDisk.ts"

/** Changes bytes of a file that an export is writing. */
const tamper = (path: string, position: number, text: string) =>
  Effect.promise(async () => {
    const handle = await open(path, "r+")
    await handle.write(text, position)
    await handle.close()
  })

/** Exports all complaints while another program writes to the partial file as soon as it contains records. */
const exportTampered = (file: string, format: ExportFormat, change: (partial: string) => Effect.Effect<void>) =>
  Effect.gen(function* () {
    const job = yield* complaintsTo(file, format)
    let isChanged = false
    return yield* exportRecords(job).pipe(
      Stream.tap((event) => {
        const hasRecords = event._tag === "Page" || (event._tag === "Started" && event.resumed !== undefined)
        if (!hasRecords || isChanged) return Effect.void
        isChanged = true
        return change(job.target.partial)
      }),
      Stream.runDrain,
      Effect.flip
    )
  })

const changes: ReadonlyArray<readonly [string, (partial: string) => Effect.Effect<void>]> = [
  ["overwrites a record", (partial) => tamper(partial, 10, "??")],
  ["writes behind the last record", (partial) => tamper(partial, 1_000_000, "x")]
]

layer(service(), { excludeTestServices: true })("an export whose file another program changes", (it) => {
  for (const format of ["ndjson", "parquet"] as const) {
    for (const [what, change] of changes) {
      it.effect(`fails as ${format} if that program ${what}, does not touch the target, and recovers, twice`, () =>
        Effect.gen(function* () {
          const path = yield* folder
          const whole = join(path, `whole.${format}`)
          yield* run(yield* complaintsTo(whole, format))
          const file = join(path, `july.${format}`)
          writeFileSync(file, "an earlier file")
          for (const episode of ["first", "second"]) {
            const failure = yield* exportTampered(file, format, change)
            assert.strictEqual(failure._tag === "ExportFailure" && failure.reason, "Changed", episode)
            assert.include(failure.message, `changed ${file}.partial during the export, so ${file} was not written.`)
            assert.strictEqual(yield* textOf(file), "an earlier file", episode)
          }
          yield* run(yield* complaintsTo(file, format))
          assert.deepStrictEqual(yield* bytesOf(file), yield* bytesOf(whole))
        })
      )
    }
  }
})

layer(service(), { excludeTestServices: true })("an export whose Parquet file another program changes", (it) => {
  it.effect("fails, does not touch the target, and recovers", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const [whole, file] = [join(path, "whole"), join(path, "july")]
      yield* run(yield* complaintsTo(whole, "parquet"))
      writeFileSync(file, "an earlier file")
      const job = yield* complaintsTo(file, "parquet")
      const { converting } = job.target
      const appendLater = (handle: FileHandle, opened: string): void => {
        if (opened !== converting) return
        const sync = handle.sync.bind(handle)
        vi.spyOn(handle, "sync").mockImplementation(async () => {
          await sync()
          appendFileSync(converting, "x")
        })
      }
      const failure = yield* onOpen(appendLater, Effect.flip(run(job)))
      assert.include(failure.message, `changed ${converting} during the export, so ${file} was not written.`)
      assert.strictEqual(yield* textOf(file), "an earlier file")
      yield* run(job)
      assert.deepStrictEqual(yield* bytesOf(file), yield* bytesOf(whole))
    })
  )
})

layer(service(), { excludeTestServices: true })("the target of an export", (it) => {
  describe("if it is a symbolic link", () => {
    it.effect("stays a link, to a file or to a name that does not exist yet", () =>
      Effect.gen(function* () {
        const path = yield* folder
        mkdirSync(join(path, "real"))
        writeFileSync(join(path, "real/old.ndjson"), "old")
        for (const name of ["old.ndjson", "new.ndjson"]) {
          const link = join(path, `link-${name}`)
          symlinkSync(`real/${name}`, `${link}-2`)
          symlinkSync(`${link}-2`, link)
          const final = yield* finalPath(link)
          assert.strictEqual(final.path, join(path, "real", name))
          yield* run(yield* complaintsTo(link, "ndjson", { target: fileTarget(final.path) }))
          assert.strictEqual(readlinkSync(link), `${link}-2`)
          assert.strictEqual((yield* textOf(link)).split("\n").length, 231)
        }
        assert.deepStrictEqual(yield* namesIn(join(path, "real")), ["new.ndjson", "old.ndjson"])
      })
    )

    it.effect("is rejected if the links form a loop", () =>
      Effect.gen(function* () {
        const path = yield* folder
        symlinkSync("b", join(path, "a"))
        symlinkSync("a", join(path, "b"))
        const failure = yield* Effect.flip(finalPath(join(path, "a")))
        assert.match(failure.message, /cannot be written: it is a symbolic link, or its links form a loop/)
      })
    )
  })

  for (const ending of ["partial", "converting", "checkpoint", "exporting", "rejected.ndjson", "manifest.json"]) {
    it.effect(`is refused if .${ending} is a symbolic link, and leaves the link unchanged`, () =>
      Effect.gen(function* () {
        const path = yield* folder
        const file = join(path, "july.ndjson")
        const victim = join(path, "victim")
        writeFileSync(victim, "precious")
        symlinkSync(victim, `${file}.${ending}`)
        const failure = yield* Effect.flip(run(yield* complaintsTo(file, "ndjson")))
        assert.include(failure.message, `${file}.${ending} cannot be written: it is a symbolic link.`)
        assert.strictEqual(readFileSync(victim, "utf8"), "precious")
        assert.isTrue(lstatSync(`${file}.${ending}`).isSymbolicLink())
        assert.deepStrictEqual(yield* namesIn(path), [`july.ndjson.${ending}`, "victim"])
      })
    )
  }

  // Only tested with a pipe: a failing test must not replace a device of this machine.
  it.effect("is refused if it is not a regular file", () =>
    Effect.gen(function* () {
      const pipe = join(yield* folder, "pipe")
      execFileSync("mkfifo", [pipe])
      const failure = yield* Effect.flip(run(yield* complaintsTo(pipe, "ndjson")))
      assert.match(failure.message, /pipe cannot be written: it is not a regular file/)
      assert.isTrue(statSync(pipe).isFIFO())
    })
  )

  for (const format of ["ndjson", "csv", "parquet"] as const) {
    it.effect(`keeps its permissions as ${format}, which the unfinished file has too`, () =>
      Effect.gen(function* () {
        const file = join(yield* folder, `july.${format}`)
        writeFileSync(file, "old")
        for (const mode of [0o600, 0o640, 0o444]) {
          chmodSync(file, mode)
          const job = yield* complaintsTo(file, format)
          yield* run(job, 2)
          assert.strictEqual(statSync(job.target.partial).mode & 0o777, mode | 0o600)
          yield* run(job)
          assert.strictEqual(statSync(file).mode & 0o777, mode)
        }
      })
    )
  }

  it.effect("gets the default permissions if the file did not exist", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const file = join(path, "july.ndjson")
      writeFileSync(join(path, "other"), "")
      yield* run(yield* complaintsTo(file, "ndjson"))
      assert.strictEqual(statSync(file).mode & 0o777, statSync(join(path, "other")).mode & 0o777)
    })
  )
})

layer(service(), { excludeTestServices: true })("the kind of a path", (it) => {
  it.effect("is a stream for an open file or a device", () =>
    Effect.gen(function* () {
      for (const path of ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/dev/null"]) {
        assert.deepStrictEqual(yield* finalPath(path), { path, kind: "stream" })
      }
    })
  )

  it.effect("is file, folder or nothing for other paths", () =>
    Effect.gen(function* () {
      const path = yield* folder
      writeFileSync(join(path, "file"), "")
      assert.strictEqual((yield* finalPath(join(path, "file"))).kind, "file")
      assert.strictEqual((yield* finalPath(path)).kind, "folder")
      assert.strictEqual((yield* finalPath(join(path, "none"))).kind, "nothing")
    })
  )
})
