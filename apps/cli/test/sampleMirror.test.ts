import { assert, describe, it } from "@effect/vitest"
import { mirrorVersion } from "@public-records/mirror"
import { Effect, Layer } from "effect"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { brotliCompressSync } from "node:zlib"
import { Host } from "../src/Host.ts"
import { mirrorExists, mirrorPath } from "../src/source/mirrorFile.ts"
import { openMirror } from "../src/source/openMirror.ts"
import { createSample } from "../src/source/sampleMirror.ts"
import { version } from "../src/version.ts"
import { hostIn, type RunEnvironment } from "./inProcess.ts"

const header =
  "Company_Phone_Number,Created_Date,Violation_Date,Consumer_City,Consumer_State,Consumer_Area_Code,Subject,Recorded_Message_Or_Robocall"

const dailyFiles = ["DNC_Complaint_Numbers_2019-12-16.csv.br", "DNC_Complaint_Numbers_2021-07-08.csv.br"]

/** Bundled data with small files, and an empty folder for the sample. */
const makeFolders = Effect.acquireRelease(
  Effect.sync(() => {
    const root = mkdtempSync(join(tmpdir(), "cli-sample-"))
    const [data, cache] = [join(root, "data"), join(root, "cache")]
    for (const folder of [data, cache]) mkdirSync(folder)
    for (const name of dailyFiles) writeFileSync(join(data, name), brotliCompressSync(Buffer.from(`${header}\r\n`)))
    /** Runs an effect with the bundled data, and returns its result and what was printed. */
    const withData = Effect.fnUntraced(function* <A, E>(
      work: Effect.Effect<A, E, Host>,
      runEnvironment: RunEnvironment = {}
    ) {
      const own = hostIn(runEnvironment)
      const host = Effect.map(Host, (one) => Host.of({ ...one, bundledData: pathToFileURL(`${data}/`) }))
      const result = yield* Effect.provide(work, Layer.effect(Host, host).pipe(Layer.provide(own.layer)))
      return { result, written: own.written() }
    })
    /** Creates the sample at a path, and returns what was printed. */
    const createAt = (path: string, terminal: RunEnvironment = {}) =>
      Effect.map(withData(createSample(path), terminal), ({ written }) => written)
    return { root, data, cache, withData, createAt, create: createAt(join(cache, "sample.db")) }
  }),
  ({ root }) => Effect.sync(() => rmSync(root, { recursive: true, force: true }))
)

describe("the sample mirror", () => {
  it.effect("appears only when it is complete, and leaves no other file behind", () =>
    Effect.gen(function* () {
      const { cache, create, data } = yield* makeFolders
      // The last file that is read is missing.
      yield* Effect.flip(create)
      assert.deepStrictEqual(readdirSync(cache), [])
      writeFileSync(join(data, "notices.json"), '{"data":[1]}')
      yield* create
      assert.deepStrictEqual(readdirSync(cache), ["sample.db"])
    }).pipe(Effect.scoped)
  )

  it.effect("is created once by two programs that start together", () =>
    Effect.gen(function* () {
      const { cache, create, data } = yield* makeFolders
      writeFileSync(join(data, "notices.json"), "[]")
      yield* Effect.all([create, create], { concurrency: 2 })
      assert.deepStrictEqual(readdirSync(cache), ["sample.db"])
    }).pipe(Effect.scoped)
  )

  it.effect("keeps the file of a process that was faster", () =>
    Effect.gen(function* () {
      const { cache, create, data } = yield* makeFolders
      writeFileSync(join(data, "notices.json"), "[]")
      writeFileSync(join(cache, "sample.db"), "")
      yield* create
      assert.deepStrictEqual(readdirSync(cache), ["sample.db"])
      assert.strictEqual(statSync(join(cache, "sample.db")).size, 0)
    }).pipe(Effect.scoped)
  )

  it.effect(
    "removes the folder of a process that was killed more than an hour ago, not that of one that may still run",
    () =>
      Effect.gen(function* () {
        const { cache, create, data } = yield* makeFolders
        writeFileSync(join(data, "notices.json"), "[]")
        const [old, recent] = ["sample-unfinished-old", "sample-unfinished-recent"].map((name) => join(cache, name))
        for (const [folder = "", minutes] of [
          [old, 61],
          [recent, 50]
        ] as const) {
          mkdirSync(folder)
          const time = Date.now() / 1000 - minutes * 60
          utimesSync(folder, time, time)
        }
        yield* create
        assert.deepStrictEqual(
          [old, recent].map((folder = "") => existsSync(folder)),
          [false, true]
        )
      }).pipe(Effect.scoped)
  )

  it.effect("is created although the files of another process disappear meanwhile", () =>
    Effect.gen(function* () {
      const { cache, create, data } = yield* makeFolders
      writeFileSync(join(data, "notices.json"), "[]")
      // Listed, but without a file behind it, like one that was just removed.
      symlinkSync(join(cache, "removed"), join(cache, "sample-unfinished-other"))
      yield* create
      assert.include(readdirSync(cache), "sample.db")
    }).pipe(Effect.scoped)
  )

  it.effect("creates its folder, and keeps old files of other programs in it", () =>
    Effect.gen(function* () {
      const { cache, createAt, data } = yield* makeFolders
      writeFileSync(join(data, "notices.json"), "[]")
      const folder = join(cache, "public-records")
      yield* createAt(join(folder, "first.db"))
      writeFileSync(join(folder, "other"), "")
      utimesSync(join(folder, "other"), 0, 0)
      yield* createAt(join(folder, "second.db"))
      assert.deepStrictEqual(readdirSync(folder), ["first.db", "other", "second.db"])
    }).pipe(Effect.scoped)
  )

  it.effect("says on a terminal that it is created, once", () =>
    Effect.gen(function* () {
      const { cache, createAt, data } = yield* makeFolders
      writeFileSync(join(data, "notices.json"), "[]")
      const onTerminal = yield* createAt(join(cache, "one.db"), { columns: 80 })
      const inScript = yield* createAt(join(cache, "two.db"))
      assert.deepStrictEqual(onTerminal, {
        stdout: "",
        stderr: "Creating the sample mirror. This happens once.\n"
      })
      assert.deepStrictEqual(inScript, { stdout: "", stderr: "" })
    }).pipe(Effect.scoped)
  )

  it.effect("is created in the folder for caches when it is named for the first time, and cannot be changed", () =>
    Effect.gen(function* () {
      const { cache, data, withData } = yield* makeFolders
      writeFileSync(join(data, "notices.json"), "[]")
      const flags = { mirrorFile: "sample" }
      const name = `sample-mirror-${version}-${mirrorVersion}.duckdb`
      for (const [variables, path] of [
        [{ XDG_CACHE_HOME: cache, HOME: "/nowhere" }, join(cache, "public-records", name)],
        [{ XDG_CACHE_HOME: "", HOME: cache }, join(cache, ".cache", "public-records", name)]
      ] as const) {
        const environment = { environment: variables, columns: 80 }
        assert.isFalse((yield* withData(mirrorExists(flags), environment)).result)
        const first = yield* withData(mirrorPath(flags), environment)
        assert.deepStrictEqual(first.result, { path, from: "--mirror-file", isSample: true })
        assert.isTrue(first.written.stderr.startsWith("Creating"))
        assert.isTrue((yield* withData(mirrorExists(flags), environment)).result)
        const second = yield* withData(Effect.scoped(openMirror(flags)), environment)
        assert.strictEqual(second.written.stderr, "")
        for (const use of ["change", "write"] as const) {
          const failure = yield* Effect.flip(withData(Effect.scoped(openMirror(flags, use)), environment))
          assert.deepStrictEqual([failure.exitCode, failure.message.includes("cannot be changed")], [2, true])
        }
      }
    }).pipe(Effect.scoped)
  )

  it.effect("is not created for another mirror, which is in the folder for data by default", () =>
    Effect.gen(function* () {
      const { cache, withData } = yield* makeFolders
      const pathIn = (environment: Readonly<Record<string, string>>) =>
        Effect.map(withData(mirrorPath({ mirrorFile: undefined }), { environment }), ({ result }) => result)
      const named = { from: "default", isSample: false }
      assert.deepStrictEqual(yield* pathIn({ XDG_DATA_HOME: cache }), {
        ...named,
        path: join(cache, "public-records", "mirror.duckdb")
      })
      assert.deepStrictEqual(yield* pathIn({ HOME: cache, XDG_DATA_HOME: "" }), {
        ...named,
        path: join(cache, ".local", "share", "public-records", "mirror.duckdb")
      })
      assert.deepStrictEqual(readdirSync(cache), [])
    }).pipe(Effect.scoped)
  )

  it.effect("says why it cannot be created", () =>
    Effect.gen(function* () {
      const { cache, createAt, data, root } = yield* makeFolders
      writeFileSync(join(data, "notices.json"), "[]")
      writeFileSync(join(root, "file"), "")
      const inFile = yield* Effect.flip(createAt(join(root, "file", "sample.db")))
      assert.match(inFile.message, /^The sample mirror cannot be created in [^:]*: ENOTDIR/)
      const tooLong = yield* Effect.flip(createAt(join(cache, "x".repeat(300))))
      assert.match(tooLong.message, /: ENAMETOOLONG.* Set XDG_CACHE_HOME to a folder that is writable\.$/)
      assert.deepStrictEqual([inFile.exitCode, tooLong.exitCode, readdirSync(cache)], [1, 1, []])
    }).pipe(Effect.scoped)
  )
})
