import { Effect, Predicate, type Scope } from "effect"
import { rmSync, statSync } from "node:fs"
import type { DatabaseSync } from "node:sqlite"

/** A file that this process has locked. */
interface HeldLock {
  readonly database: DatabaseSync
  readonly inode: bigint
}

const inodeOf = (path: string): bigint | undefined => statSync(path, { bigint: true, throwIfNoEntry: false })?.ino

/** SQLite's primary result code for a file that another connection has locked. */
const busy = 5

const isBusy = (cause: unknown): boolean =>
  Predicate.hasProperty(cause, "errcode") && (Number(cause.errcode) & 0xff) === busy

/**
 * Locks a file. Returns `undefined` if another connection has locked it.
 *
 * The last holder may remove the file after this process opened it and before it locked it. The locked file is then not the one at
 * the path, so this starts again.
 */
const take = (path: string, Database: typeof DatabaseSync): HeldLock | undefined => {
  const inode = inodeOf(path)
  const database = new Database(path, { timeout: 0 })
  try {
    // A killed process must not leave a journal.
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE")
  } catch (cause) {
    database.close()
    if (isBusy(cause)) return undefined
    throw cause
  }
  if (inode !== undefined && inodeOf(path) === inode) return { database, inode }
  database.close()
  return take(path, Database)
}

const removeIfPossible = (path: string): void => {
  try {
    rmSync(path, { force: true })
  } catch {
    // A leftover file has no effect.
  }
}

/** Unlocks the file and removes it, unless another process has replaced it. */
const release = (path: string, { database, inode }: HeldLock): void => {
  const isOwn = inodeOf(path) === inode
  // Windows cannot remove an open file. On other systems the file is removed first, so that no process locks it in between.
  if (process.platform === "win32") database.close()
  if (isOwn) removeIfPossible(path)
  if (database.isOpen) database.close()
}

/**
 * Locks a file until the scope closes, and creates it if needed. Returns `false` if it is locked already, in this process or in
 * another one. **Fails with** SQLite's error if the file cannot be locked.
 *
 * The lock is SQLite's write lock. The operating system releases that of a killed process, so a leftover file has no effect.
 */
export const lockFile = Effect.fnUntraced(function* (path: string): Effect.fn.Return<boolean, unknown, Scope.Scope> {
  // Programs load SQLite only when they lock a file.
  const { DatabaseSync } = yield* Effect.promise(() => import("node:sqlite"))
  const lock = yield* Effect.acquireRelease(
    Effect.try({ try: () => take(path, DatabaseSync), catch: (cause) => cause }),
    (held) => Effect.sync(() => (held === undefined ? undefined : release(path, held)))
  )
  return lock !== undefined
})
