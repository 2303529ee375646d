import { Effect } from "effect"
import { type Database, type Row } from "../src/store/Database.ts"
import { Engine } from "../src/store/Engine.ts"
import { raw } from "../src/store/sql.ts"

/** Uses the tables of a file as another program does, while no mirror is attached. */
export const onTables = <A, E>(path: string, use: (db: Database) => Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const engine = yield* Effect.acquireRelease(Engine.start({ name: path, path }, 1), (started) =>
      Effect.sync(() => started.close())
    )
    const db = yield* engine.connection("memory")
    yield* db.run(raw(`attach '${path}' as other; use other`))
    const result = yield* use(db)
    yield* db.run(raw("use memory; detach other"))
    return result
  }).pipe(Effect.scoped)

/** Returns the rows of a statement on a mirror. */
export const rowsIn = (path: string, statement: string) => onTables(path, (db) => db.rows(raw(statement)))

/** Returns the first row of a statement on a mirror. */
export const firstRowIn = (path: string, statement: string) =>
  Effect.map(rowsIn(path, statement), ([row]): Row => row ?? {})

/** Changes a mirror behind its back. */
export const changeTables = (path: string, statement: string) => onTables(path, (db) => db.run(raw(statement)))
