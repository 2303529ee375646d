import { randomUUID } from "node:crypto"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, type Scope, Semaphore } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import { Engine } from "./Engine.ts"
import { createSchema } from "./schema.ts"
import { copyOf, inTransaction, maxQuestions, type Store } from "./Store.ts"

/** The engine's name of its tables in memory. */
const database = "memory"

/** Creates empty tables in memory, until the scope closes. */
export const memoryStore = Effect.fnUntraced(function* (
  name = "in memory",
  path = join(tmpdir(), `public-records-memory-${randomUUID()}`)
): Effect.fn.Return<Store, MirrorError, Scope.Scope> {
  /** Held by each question. A writer holds all. */
  const places = Semaphore.makeUnsafe(maxQuestions)
  /** Held by a writer, so that later questions wait for it. */
  const gate = Semaphore.makeUnsafe(1)
  const engine = yield* Effect.acquireRelease(Engine.start({ name, path }, maxQuestions), (started) =>
    // The engine crashes without the threads of a question that runs.
    places.withPermits(maxQuestions)(Effect.sync(() => started.close()))
  )
  yield* Effect.scoped(Effect.flatMap(engine.connection(database), (db) => createSchema(db, database)))
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
