import { PublicRecords } from "@public-records/core"
import { Mirror } from "@public-records/mirror"
import { Effect, Layer } from "effect"
import { usageFailure } from "../CommandFailure.ts"
import { mirrorFailure } from "./mirrorFile.ts"

/** The records of a mirror. */
export const mirrorRecords = (file: string) => ({
  records: Mirror.layerRecords.pipe(
    Layer.provide(Mirror.layer({ file })),
    Layer.catch((error) => Layer.effect(PublicRecords, Effect.fail(mirrorFailure(error))))
  ),
  connection: Effect.fail(usageFailure("Not available."))
})
