import { Effect, type Scope } from "effect"
import { MirrorError, toMirrorError } from "../MirrorError.ts"
import { Database } from "../store/Database.ts"

const lock = (path: string): Database => {
  const db = new Database(path, { readOnly: false, timeout: 0 })
  try {
    db.execute("begin exclusive")
    return db
  } catch (cause) {
    db.close()
    throw cause
  }
}

/**
 * Lets one sync run at a time, until the scope closes. The lock is SQLite's, on an empty file beside the mirror. The system releases
 * it if the process is killed, so the file may stay.
 * **Fails with** `MirrorError` if another sync is running.
 */
export const holdLock = (file: string): Effect.Effect<void, MirrorError, Scope.Scope> =>
  Effect.acquireRelease(Effect.try({ try: () => lock(`${file}-sync`), catch: toMirrorError(file) }), (db) =>
    Effect.sync(() => db.close())
  ).pipe(
    Effect.asVoid,
    Effect.mapError((error) => {
      if (error.problem !== "Locked") return error
      const message = `Another sync of the mirror ${file} is running. Wait for it to end.`
      return new MirrorError({ problem: "Locked", file, message })
    })
  )
