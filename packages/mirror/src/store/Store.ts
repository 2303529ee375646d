import { existsSync, renameSync, rmSync } from "node:fs"
import { sqlLiteral } from "@public-records/files/duckDBPath"
import { Effect } from "effect"
import { type MirrorError, mirrorError, toMirrorError } from "../MirrorError.ts"
import type { Database, OnProgress } from "./Database.ts"
import { seal } from "./seal.ts"
import { raw } from "./sql.ts"

/** The maximum number of questions that run at the same time. */
export const maxQuestions = 8

/** The engine checks in this version of its format that a log belongs to its file. */
export const format = "type duckdb, storage_version 'v1.4.0'"

/** The names of a mirror. */
export interface StoreNames {
  /** The mirror in messages. */
  readonly name: string
  /** The path of the file. Temporary files are next to it, even if the tables are in memory and there is no file. */
  readonly path: string
}

/** The tables of a mirror, in a file or in memory. */
export interface Store extends StoreNames {
  /** True until the first write if there is no file yet. */
  readonly isNew: boolean
  /** A text that differs after a write. */
  readonly version: string
  /** Answers a question from one state of the tables. */
  readonly read: <A, E>(
    question: (db: Database) => Effect.Effect<A, E>,
    onProgress?: OnProgress
  ) => Effect.Effect<A, E | MirrorError>
  /** Changes the tables in one transaction, which is rolled back if the change fails or is interrupted. */
  readonly write: <A, E>(change: (db: Database) => Effect.Effect<A, E>) => Effect.Effect<A, E | MirrorError>
  /** Gives free space back to the disk. */
  readonly compact: Effect.Effect<void, MirrorError>
  /** Writes a copy without free space to a file, which must not exist. */
  readonly copyTo: (path: string) => Effect.Effect<void, MirrorError>
}

/** Changes the tables of a connection in one transaction, which is rolled back if the change fails or is interrupted. */
export const inTransaction = <A, E>(
  db: Database,
  change: (db: Database) => Effect.Effect<A, E>
): Effect.Effect<A, E | MirrorError> =>
  Effect.acquireUseRelease(
    db.run(raw("begin")),
    () => Effect.tap(change(db), Effect.andThen(db.run(seal), db.run(raw("commit")))),
    (_, exit) => (exit._tag === "Success" ? Effect.void : Effect.ignore(db.run(raw("rollback"))))
  )

/** Writes the tables of a database to a file without free space. `part` is its path until it is complete. */
export const writeCopy = (
  db: Database,
  database: string,
  part: string,
  path: string
): Effect.Effect<void, MirrorError> => {
  const attempt = <A>(operation: () => A) => Effect.try({ try: operation, catch: toMirrorError(path) })
  const removePart = attempt(() => {
    for (const file of [part, `${part}.wal`]) rmSync(file, { force: true })
  })
  return Effect.acquireUseRelease(
    Effect.andThen(removePart, db.run(raw(`attach ${sqlLiteral(part)} as copy (${format})`))),
    () => db.run(raw(`copy from database ${database} to copy`)),
    (_, exit) =>
      Effect.ignore(db.run(raw("detach copy"))).pipe(
        Effect.andThen(exit._tag === "Success" ? Effect.void : Effect.ignore(removePart))
      )
  ).pipe(Effect.andThen(attempt(() => renameSync(part, path))))
}

/** Writes a copy to a file. **Fails with** `MirrorError` if it exists. */
export const copyOf = (store: Pick<Store, "read">, database: string, path: string): Effect.Effect<void, MirrorError> =>
  Effect.suspend(() =>
    existsSync(path)
      ? Effect.fail(mirrorError("Unusable", path, "it exists already; name another file for the copy"))
      : store.read((db) => writeCopy(db, database, `${path}.part`, path))
  )
