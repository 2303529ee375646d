import { Effect, Predicate, type Scope } from "effect"
import { randomInt } from "node:crypto"
import { access, constants, rm } from "node:fs/promises"
import { dirname } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { type ExportFailure, targetConflict } from "./ExportFailure.ts"
import { withFileErrors } from "./files.ts"

/** Maximum time that two exports which start simultaneously block each other. */
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

/** Converts a SQLite error to a file system error. Returns any other error unchanged. */
const asSystemError = (cause: unknown): unknown => {
  const code = sqliteCodeOf(cause)
  if (code === sqlite.full) return Object.assign(new Error("disk is full"), { code: "ENOSPC" })
  return code === sqlite.ioError ? new Error("it cannot be locked; its file system may not support locks") : cause
}

/** A lock file that this process has locked, and the token that it wrote to it. */
interface HeldLock {
  readonly database: DatabaseSync
  readonly token: number
}

/**
 * Locks a file with SQLite's write lock and writes a new token to it. Returns `undefined` if another connection holds the lock.
 *
 * The previous holder may remove the file after this process opened it and before it locked it. The token is then not found at
 * the path, and the new file at the path is locked instead.
 */
const take = (path: string): HeldLock | undefined => {
  const database = new DatabaseSync(path, { timeout: busyMillis })
  const token = randomInt(1, largestToken)
  try {
    // A killed process must not leave a journal, and the token does not have to survive a power failure.
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

/** Releases the lock and removes the lock file, unless another process has replaced the file. */
const release = async (path: string, { database, token }: HeldLock): Promise<void> => {
  const isOwn = tokenIn(path) === token
  // Windows cannot remove an open file. On other systems the file is removed first, so that no process locks it in between.
  if (process.platform === "win32") database.close()
  if (isOwn) await rm(path, { force: true }).catch(() => undefined)
  if (database.isOpen) database.close()
}

/**
 * Holds a lock until the scope closes. The operating system releases the lock of a killed process, so a leftover lock file has no
 * effect.
 *
 * **Fails with** `TargetConflict` if another export holds the lock, in this process or in another one.
 */
export const holdLock = Effect.fnUntraced(function* (
  path: string,
  target: string
): Effect.fn.Return<void, ExportFailure, Scope.Scope> {
  yield* withFileErrors(target, () => access(dirname(path), constants.W_OK))
  const held = yield* Effect.acquireRelease(
    withFileErrors(target, async () => take(path)),
    (lock) => Effect.promise(async () => (lock === undefined ? undefined : release(path, lock)))
  )
  if (held === undefined) {
    return yield* targetConflict(
      `Another export is writing to ${target}. Wait for it to end, or choose another file with --out.`
    )
  }
})
