import { existsSync, rmSync } from "node:fs"
import { dirname } from "node:path"
import { Effect, type Scope } from "effect"
import { MirrorError, toMirrorError } from "../MirrorError.ts"
import { Database } from "../store/Database.ts"
import { makeFolder } from "../store/MirrorFile.ts"

const lockOf = (file: string): string => `${file}-sync`

const lock = (file: string): Database => {
  makeFolder(dirname(file))
  const db = new Database(lockOf(file), { readOnly: false, timeout: 0 })
  try {
    db.execute("begin exclusive")
    return db
  } catch (cause) {
    db.close()
    throw cause
  }
}

const release = (db: Database, file: string): void => {
  db.close()
  if (!existsSync(file)) rmSync(lockOf(file), { force: true })
}

/**
 * Lets one sync run at a time, until the scope closes. The lock is SQLite's, on an empty file beside the mirror. The system releases
 * it if the process is killed, so the file may stay. It goes if the sync did not create the mirror.
 * **Fails with** `MirrorError` if another sync is running.
 */
export const holdLock = (file: string): Effect.Effect<void, MirrorError, Scope.Scope> =>
  Effect.acquireRelease(Effect.try({ try: () => lock(file), catch: toMirrorError(file) }), (db) =>
    Effect.sync(() => release(db, file))
  ).pipe(
    Effect.asVoid,
    Effect.mapError((error) => {
      if (error.problem !== "Locked") return error
      const message = `Another sync of the mirror ${file} is running. Wait for it to end.`
      return new MirrorError({ problem: "Locked", file, message })
    })
  )
