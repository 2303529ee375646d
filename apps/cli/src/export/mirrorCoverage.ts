import { type OpenRange } from "@public-records/core"
import { type ExportCoverage } from "@public-records/export/ExportCoverage"
import { Effect } from "effect"
import { mirrorFailure } from "../CommandFailure.ts"
import { type SourceFlags } from "../flags.ts"

/** Returns which days of a range the mirror has. */
export const mirrorCoverage = Effect.fnUntraced(function* (flags: SourceFlags, range: OpenRange) {
  const { openMirror } = yield* Effect.promise(() => import("../source/openMirror.ts"))
  const mirror = yield* openMirror(flags)
  const coverage: ExportCoverage = yield* Effect.mapError(mirror.coverage(range), mirrorFailure)
  return coverage
}, Effect.scoped)
