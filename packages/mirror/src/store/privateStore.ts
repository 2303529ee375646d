import { randomUUID } from "node:crypto"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, type Scope, Semaphore } from "effect"
import { sqlLiteral } from "@public-records/files/duckDBPath"
import { mirrorError, type MirrorError } from "../MirrorError.ts"
import type { Database } from "./Database.ts"
import { Engine } from "./Engine.ts"
import { createSchema, hasSchema } from "./schema.ts"
import { raw } from "./sql.ts"
import { copyOf, format, inTransaction, maxQuestions, type Store, type StoreNames } from "./Store.ts"

/** Opens tables that no other process writes, until the scope closes. `prepare` provides the database with their name. */
const privateStore = Effect.fnUntraced(function* (
  { name, path }: StoreNames,
  database: string,
  prepare: (db: Database) => Effect.Effect<void, MirrorError>
): Effect.fn.Return<Store, MirrorError, Scope.Scope> {
  /** Held by each question. A writer holds all. */
  const places = Semaphore.makeUnsafe(maxQuestions)
  /** Held by a writer, so that later questions wait for it. */
  const gate = Semaphore.makeUnsafe(1)
  const engine = yield* Effect.acquireRelease(Engine.start({ name, path }, maxQuestions), (started) =>
    // The engine crashes without the threads of a question that runs.
    places.withPermits(maxQuestions)(Effect.sync(() => started.close()))
  )
  yield* Effect.scoped(Effect.flatMap(engine.connection("memory"), prepare))
  let writes = 0
  const read: Store["read"] = (question, onProgress) =>
    Effect.scoped(
      Effect.gen(function* () {
        yield* gate.withPermit(places.takeScoped(1))
        return yield* question(yield* engine.connection(database, onProgress))
      })
    )
  const write: Store["write"] = (change) =>
    Effect.scoped(
      Effect.gen(function* () {
        yield* gate.takeScoped(1)
        yield* places.takeScoped(maxQuestions)
        writes += 1
        return yield* inTransaction(yield* engine.connection(database), change)
      })
    )
  return {
    name,
    path,
    isNew: false,
    get version() {
      return String(writes)
    },
    read,
    write,
    compact: Effect.void,
    copyTo: (to) => copyOf({ read }, database, to)
  }
})

/** Creates empty tables in memory, until the scope closes. */
export const memoryStore = (
  name = "in memory",
  path = join(tmpdir(), `public-records-memory-${randomUUID()}`)
): Effect.Effect<Store, MirrorError, Scope.Scope> =>
  privateStore({ name, path }, "memory", (db) => createSchema(db, "memory"))

/** Attaches a file that nobody writes, until the scope closes. **Fails with** `MirrorError` if it is not a mirror. */
export const staticStore = (path: string): Effect.Effect<Store, MirrorError, Scope.Scope> =>
  privateStore({ name: path, path }, "mirror", (db) =>
    db.run(raw(`attach ${sqlLiteral(path)} as mirror (${format}, read_only)`)).pipe(
      Effect.andThen(hasSchema(db, "mirror", path)),
      Effect.flatMap((isMirror) => (isMirror ? Effect.void : Effect.fail(mirrorError("Foreign", path))))
    )
  )
