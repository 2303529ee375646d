import { Mirror } from "@public-records/mirror"
import { storedRecords } from "@public-records/testing/drivers/StoredRecords"
import { scenarios } from "@public-records/testing/scenarios"
import { runScenarios } from "@public-records/testing/vitest"
import { Effect, Layer } from "effect"
import { makeMirror } from "./mirrors.ts"

/** Core's service over a mirror of the reference server's files. */
const layerOf = (files: ReadonlyArray<string>) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { importPaths, mirror } = yield* makeMirror
      yield* importPaths(files)
      return Layer.provide(Mirror.layerRecords, Layer.succeed(Mirror, mirror))
    })
  )

runScenarios(storedRecords("a mirror", layerOf), scenarios)
