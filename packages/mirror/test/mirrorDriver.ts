import { PublicRecords } from "@public-records/core"
import { Mirror } from "@public-records/mirror"
import { storedRecords } from "@public-records/testing/drivers/StoredRecords"
import { Effect, Layer, ManagedRuntime } from "effect"
import { makeMirror } from "./mirrors.ts"

/** Core's service over a mirror of the reference server's files. */
const mirrorOf = (files: ReadonlyArray<string>) =>
  ManagedRuntime.make(
    Layer.unwrap(
      Effect.gen(function* () {
        const { importPaths, mirror } = yield* makeMirror
        yield* importPaths(files)
        return Layer.provide(Mirror.layerRecords, Layer.succeed(Mirror, mirror))
      })
    )
  )

/** One mirror for each set of files. */
const mirrors = new Map<string, ReturnType<typeof mirrorOf>>()

const layerOf = (files: ReadonlyArray<string>) => {
  const runtime = mirrors.get(files.join()) ?? mirrorOf(files)
  mirrors.set(files.join(), runtime)
  return Layer.effect(
    PublicRecords,
    Effect.promise(() => runtime.runPromise(PublicRecords))
  )
}

/** Runs scenarios against a mirror. */
export const mirrorDriver = storedRecords("a mirror", layerOf)

/** Closes the mirrors of the driver. */
export const closeMirrors = () => Promise.all(Array.from(mirrors.values(), (runtime) => runtime.dispose()))
