import { lockFile } from "@public-records/files/lockFile"
import { Effect, type Scope } from "effect"
import { access, constants } from "node:fs/promises"
import { dirname } from "node:path"
import { type ExportFailure, targetConflict, writeFailed } from "./ExportFailure.ts"
import { withFileErrors } from "./files.ts"

/** Locks a file or a folder until the scope closes. **Fails with** `TargetConflict` if another export is writing to it. */
export const holdLock = Effect.fnUntraced(function* (
  target: string,
  lock: string
): Effect.fn.Return<void, ExportFailure, Scope.Scope> {
  yield* withFileErrors(target, () => access(dirname(lock), constants.W_OK))
  if (yield* Effect.mapError(lockFile(lock), (cause) => writeFailed(target, cause))) return
  return yield* targetConflict(
    `Another export is writing to ${target}. Wait for it to end, or choose another path with --out.`
  )
})
