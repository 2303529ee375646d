import { createFolder } from "@public-records/files/createFolder"
import { lockFile } from "@public-records/files/lockFile"
import { Effect, type Scope } from "effect"
import { dirname } from "node:path"
import { MirrorError, toMirrorError } from "../MirrorError.ts"

/** Lets one sync run at a time, until the scope closes. **Fails with** `MirrorError` if another sync is running. */
export const holdLock = Effect.fnUntraced(function* (file: string): Effect.fn.Return<void, MirrorError, Scope.Scope> {
  const failed = toMirrorError(file)
  yield* Effect.try({ try: () => createFolder(dirname(file)), catch: failed })
  if (yield* Effect.mapError(lockFile(`${file}-sync`), failed)) return
  const message = `Another sync of the mirror ${file} is running. Wait for it to end.`
  return yield* new MirrorError({ problem: "Locked", file, message })
})
