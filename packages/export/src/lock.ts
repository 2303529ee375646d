import { Effect, Predicate, type Scope } from "effect"
import { randomInt } from "node:crypto"
import { access, constants, rm } from "node:fs/promises"
import { dirname } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { type ExportFailure, otherExport } from "./ExportFailure.ts"
import { onDisk } from "./files.ts"

/** Two exports that start at the same moment get in each other's way for no longer than this. */
const busyMillis = 250
const largestToken = 2 ** 31 - 1

/** Primary result codes of SQLite. */
const sqlite = { busy: 5, ioError: 10, full: 13 } as const

/** Returns the primary result code of a SQLite error, or `undefined` for any other error. */
const sqliteCodeOf = (cause: unknown): number | undefined =>
  Predicate.hasProperty(cause, "errcode") && Predicate.isNumber(cause.errcode) ? cause.errcode & 0xff : undefined

/** Reads the token in a lock file. Returns `undefined` if the file does not exist, or another connection is writing to it. */
const tokenIn = (path: string): unknown => {
  try {
    const database = new DatabaseSync(path, { readOnly: true, timeout: busyMillis })
    try {
      return database.prepare("PRAGMA user_version").get()?.["user_version"]
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

/** Describes an error of SQLite as the operating system would. Returns any other error as it is. */
const asSystemError = (cause: unknown): unknown => {
  const code = sqliteCodeOf(cause)
  if (code === sqlite.full) return Object.assign(new Error("disk is full"), { code: "ENOSPC" })
  return code === sqlite.ioError ? new Error("it cannot be locked; its file system may not support locks") : cause
}

/** A lock file whose write lock this process holds, and the token that it wrote there. */
interface HeldLock {
  readonly database: DatabaseSync
  readonly token: number
}

/**
 * Takes SQLite's write lock on a file and writes a new token there, or returns `undefined` if another connection holds it. The
 * last holder may have removed the file after this process opened it and before it locked it: then the path does not show the
 * token, and the new file there is locked instead.
 */
const take = (path: string): HeldLock | undefined => {
  const database = new DatabaseSync(path, { timeout: busyMillis })
  const token = randomInt(1, largestToken)
  try {
    // A killed process must leave no journal behind, and the token need not survive a power cut.
    database.exec("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
    database.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${token}; COMMIT; BEGIN IMMEDIATE`)
  } catch (cause) {
    database.close()
    if (sqliteCodeOf(cause) === sqlite.busy) return undefined
    throw asSystemError(cause)
  }
  if (tokenIn(path) === token) return { database, token }
  database.close()
  return take(path)
}

/** Removes the lock file, unless another process has put its own there, and releases the lock. */
const release = async (path: string, { database, token }: HeldLock): Promise<void> => {
  const isOwn = tokenIn(path) === token
  // Windows cannot remove an open file. Elsewhere the file is removed first, so that no other process locks it in between.
  if (process.platform === "win32") database.close()
  if (isOwn) await rm(path, { force: true }).catch(() => undefined)
  if (database.isOpen) database.close()
}

/**
 * Holds a lock until the scope closes. The operating system releases it if the process is killed, so a lock file that a
 * killed process left does not count.
 *
 * **Fails with** `OtherExport` if another export holds the lock, in this process or in another one.
 */
export const holdLock = Effect.fnUntraced(function* (
  path: string,
  target: string
): Effect.fn.Return<void, ExportFailure, Scope.Scope> {
  yield* onDisk(target, () => access(dirname(path), constants.W_OK))
  const held = yield* Effect.acquireRelease(
    onDisk(target, async () => take(path)),
    (lock) => Effect.promise(async () => (lock === undefined ? undefined : release(path, lock)))
  )
  if (held === undefined) {
    return yield* otherExport(
      `Another export is writing to ${target}. Wait for it to end, or choose another file with --out.`
    )
  }
})
