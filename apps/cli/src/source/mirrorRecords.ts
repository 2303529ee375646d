import { PublicRecords } from "@public-records/core"
import { Mirror, openServedRecords } from "@public-records/mirror"
import { Effect, Layer } from "effect"
import { mirrorFailure } from "../CommandFailure.ts"
import { type Limits } from "./Source.ts"

/** The records of a mirror, and a connection to an embedded server over them for programs that need requests. */
export const mirrorRecords = (file: string, limits: Limits, bundledData: URL) => ({
  records: Mirror.layerRecords.pipe(
    Layer.provide(Mirror.layer({ file })),
    Layer.catch((error) => Layer.effect(PublicRecords, Effect.fail(mirrorFailure(error))))
  ),
  connection: Effect.gen(function* () {
    const openRecords = yield* Effect.mapError(openServedRecords(file), mirrorFailure)
    const { embeddedServer } = yield* Effect.promise(() => import("./embeddedServer.ts"))
    return yield* embeddedServer(bundledData, { openRecords }, limits, undefined)
  })
})
