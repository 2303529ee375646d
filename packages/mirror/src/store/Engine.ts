import type * as DuckDB from "@duckdb/node-api"
import { Effect, type Scope } from "effect"
import { engineMissing, type MirrorError, toMirrorError } from "../MirrorError.ts"
import { Database, type OnProgress } from "./Database.ts"
import type { StoreNames } from "./Store.ts"

/** Nothing is fetched from the network, and a file is never code. */
const settings = {
  autoinstall_known_extensions: "false",
  autoload_known_extensions: "false",
  allow_community_extensions: "false",
  memory_limit: "1GB"
} as const

/** The settings of a connection. They have to be set before the configuration is locked. */
const connectionSettings =
  "set enable_progress_bar = true; set enable_progress_bar_print = false; set progress_bar_time = 0"

/** Loads the library, which takes a tenth of a second. **Fails with** `MirrorError` if it cannot be loaded. */
const loadLibrary = (name: string) =>
  Effect.tryPromise({
    try: () => import("@duckdb/node-api"),
    catch: (cause) => engineMissing(name, cause)
  })

/** Returns a function that converts values to JSON, but integers of any size to numbers. No column has one above 2^53. */
const jsonConverter =
  ({ JsonDuckDBValueConverter }: typeof DuckDB): DuckDB.DuckDBValueConverter<DuckDB.Json> =>
  (value, type, self) =>
    typeof value === "bigint" ? Number(value) : JsonDuckDBValueConverter(value, type, self)

/** DuckDB in this process, with a number of connections. Tables that do not fit into memory go to files beside the mirror. */
export class Engine {
  readonly #toJson: DuckDB.DuckDBValueConverter<DuckDB.Json>
  readonly #instance: DuckDB.DuckDBInstance
  readonly #all: ReadonlyArray<DuckDB.DuckDBConnection>
  readonly #idle: Array<DuckDB.DuckDBConnection>
  readonly #name: string

  private constructor(
    library: typeof DuckDB,
    instance: DuckDB.DuckDBInstance,
    connections: ReadonlyArray<DuckDB.DuckDBConnection>,
    name: string
  ) {
    this.#toJson = jsonConverter(library)
    this.#instance = instance
    this.#all = connections
    this.#idle = [...connections]
    this.#name = name
  }

  /** Close it when it is no longer needed. */
  static readonly start = Effect.fnUntraced(function* (
    { name, path }: StoreNames,
    connections: number
  ): Effect.fn.Return<Engine, MirrorError> {
    const library = yield* loadLibrary(name)
    return yield* Effect.tryPromise({
      try: async () => {
        const instance = await library.DuckDBInstance.create(":memory:", { ...settings, temp_directory: `${path}.tmp` })
        const all = await Promise.all(Array.from({ length: connections }, () => instance.connect()))
        for (const connection of all) await connection.run(connectionSettings)
        await all[0]?.run("set lock_configuration = true")
        return new Engine(library, instance, all, name)
      },
      catch: toMirrorError(name)
    })
  })

  /** Takes a connection until the scope closes. There must be one. Its tables without a schema are those of a database. */
  connection(database: string, onProgress?: OnProgress): Effect.Effect<Database, MirrorError, Scope.Scope> {
    const take = Effect.suspend(() => {
      const connection = this.#idle.pop()
      return connection === undefined ? Effect.die(new Error("no connection is idle")) : Effect.succeed(connection)
    })
    const use = (connection: DuckDB.DuckDBConnection, name: string) =>
      Effect.tryPromise({ try: () => connection.run(`use ${name}`), catch: toMirrorError(this.#name) })
    return Effect.acquireRelease(
      Effect.tap(take, (connection) => use(connection, database)),
      (connection) =>
        Effect.andThen(
          Effect.ignore(use(connection, "memory")),
          Effect.sync(() => void this.#idle.push(connection))
        )
    ).pipe(Effect.map((connection) => new Database(connection, this.#toJson, this.#name, onProgress)))
  }

  close(): void {
    for (const connection of this.#all) connection.closeSync()
    this.#instance.closeSync()
  }
}
