import { chmod } from "node:fs/promises"
import { PublicRecords } from "@public-records/core"
import { Mirror } from "@public-records/mirror"
import type { Driver } from "@public-records/testing/Driver"
import { storedRecords } from "@public-records/testing/drivers/StoredRecords"
import { Context, Effect, Layer, ManagedRuntime, type Scope, Stream } from "effect"
import { makeMirror } from "./mirrors.ts"

type Files = ReadonlyArray<string>
type Opened = Effect.Effect<Mirror["Service"], unknown, Scope.Scope>

const openInMemory = (files: Files): Opened =>
  Effect.gen(function* () {
    const mirror = Context.get(yield* Layer.build(Mirror.layerInMemory), Mirror)
    yield* Stream.runDrain(mirror.importFiles(files))
    return mirror
  })

const openFile = (files: Files): Opened =>
  Effect.gen(function* () {
    const { importPaths, mirror } = yield* makeMirror
    yield* importPaths(files)
    return mirror
  })

/** Opens a file that nobody writes, as the bundled sample is. */
const openSample = (files: Files): Opened =>
  Effect.gen(function* () {
    const { file, importPaths, mirror } = yield* makeMirror
    yield* importPaths(files)
    yield* mirror.compact
    yield* Effect.promise(() => chmod(file, 0o444))
    return Context.get(yield* Layer.build(Mirror.layer({ file, access: "static" })), Mirror)
  })

const runtimes: Array<ManagedRuntime.ManagedRuntime<PublicRecords, unknown>> = []

/** Runs scenarios against a mirror, which is opened once for each set of files. */
const driverOf = (name: string, open: (files: Files) => Opened): Driver => {
  const opened = new Map<string, ManagedRuntime.ManagedRuntime<PublicRecords, unknown>>()
  const start = (files: Files) => {
    const runtime = ManagedRuntime.make(Layer.provide(Mirror.layerRecords, Layer.effect(Mirror, open(files))))
    opened.set(files.join(), runtime)
    runtimes.push(runtime)
    return runtime
  }
  return storedRecords(name, (files) =>
    Layer.effect(
      PublicRecords,
      Effect.promise(() => (opened.get(files.join()) ?? start(files)).runPromise(PublicRecords))
    )
  )
}

export const mirrorDriver = driverOf("a mirror", openFile)
export const memoryDriver = driverOf("a mirror in memory", openInMemory)
export const sampleDriver = driverOf("a mirror in a read-only file", openSample)

/** Closes the mirrors of all drivers. */
export const closeMirrors = () => Promise.all(runtimes.map((runtime) => runtime.dispose()))
