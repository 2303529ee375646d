import { existsSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { createFolder } from "@public-records/files/createFolder"
import { Effect, Predicate, Schedule, type Scope, Semaphore } from "effect"
import { type MirrorError, mirrorError, toMirrorError } from "../MirrorError.ts"
import { Database, integer } from "./Database.ts"
import { createSchema, versionOf } from "./createSchema.ts"
import { applicationId, mirrorVersion } from "./schema.ts"
import { type OnProgress, runSteps, type Steps } from "./steps.ts"

/** How a mirror is opened. `write` creates the file, if it does not exist, when it is first used. */
export type Access = "read" | "write"

/** Another process may write a day in this time. Writers wait without blocking this process. */
const lockMillis = 5_000
const lockRetries = { schedule: Schedule.spaced("50 millis"), times: lockMillis / 50 } as const

/** Opens a connection, and closes it again if it cannot be prepared. */
const connect = (
  file: string,
  isReadOnly: boolean,
  prepare: (db: Database) => void,
  others: { readonly defensive?: boolean } = {}
): Database => {
  const db = new Database(file, { readOnly: isReadOnly, timeout: isReadOnly ? lockMillis : 0, ...others })
  try {
    prepare(db)
    return db
  } catch (cause) {
    db.close()
    throw cause
  }
}

const cannotWrite = (cause: unknown): boolean =>
  Predicate.hasProperty(cause, "errcode") && [8, 14].includes(Number(cause.errcode) & 0xff)

/** SQLite refuses a file that is shorter than it should be, unless the schema is writable. Then it reads the pages that are there. */
const readsDamaged = { first: "pragma writable_schema = on; ", defensive: false }

const openReader = (
  file: string,
  { first, ...others }: { first: string; defensive?: boolean } = { first: "" }
): Database => {
  const prepare = (db: Database): void =>
    db.execute(`${first}pragma cache_size = -32768; pragma temp_store = memory; pragma user_version`)
  try {
    return connect(file, true, prepare, others)
  } catch (cause) {
    // Where SQLite cannot create its log, it reads a file only if nobody can write it.
    if (!cannotWrite(cause) || existsSync(`${file}-wal`)) throw cause
    return connect(`${pathToFileURL(file).href}?immutable=1`, true, prepare, others)
  }
}

/** Returns a mirror in memory without contents. */
const openEmpty = (): Database => {
  const db = new Database(":memory:", { readOnly: false, timeout: 0 })
  createSchema(db)
  return db
}

const openWriter = (file: string): Database => {
  createFolder(dirname(file))
  return connect(file, false, (db) => {
    createSchema(db)
    db.execute("pragma journal_mode = wal; pragma synchronous = normal; pragma wal_autocheckpoint = 4000")
    db.execute("pragma journal_size_limit = 67108864; pragma cache_size = -65536; pragma temp_store = memory")
  })
}

/** Returns the version of a file without changing it, 0 if it does not exist. Throws unless it is a mirror of a known version. */
const checkedVersion = (file: string): number => {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats?.isDirectory() === true) throw mirrorError("Unusable", file, "it is a folder")
  if ((stats?.size ?? 0) === 0) return 0
  const db = openReader(file, readsDamaged)
  try {
    const id = integer(db.first("pragma application_id"), "application_id")
    if (id !== applicationId) throw mirrorError("Foreign", file)
    const version = versionOf(db)
    if (version > mirrorVersion) throw mirrorError("Newer", file)
    return version
  } finally {
    db.close()
  }
}

/**
 * The SQLite file of a mirror. Each read sees one state of the file, even while another process writes. Writes run one after the
 * other, each in one transaction.
 */
export class MirrorFile {
  readonly path: string
  readonly #idleReaders: Array<Database> = []
  readonly #writing = Semaphore.makeUnsafe(1)
  #writer: Database | undefined
  /** Whether the file does not exist yet. */
  #isNew = false

  private constructor(path: string) {
    this.path = path
  }

  /** **Fails with** `MirrorError` if the file does not exist, unless `access` is `write`, and if it is not a mirror. */
  static readonly open = Effect.fnUntraced(function* (
    path: string,
    access: Access
  ): Effect.fn.Return<MirrorFile, MirrorError, Scope.Scope> {
    const mirror = new MirrorFile(resolve(path))
    yield* Effect.addFinalizer(() => Effect.sync(() => mirror.#close()))
    const version = yield* mirror.#attempt(() => checkedVersion(mirror.path))
    if (version === 0 && access === "read") return yield* mirrorError("Missing", mirror.path)
    mirror.#isNew = version === 0
    return mirror
  })

  /** Whether the file does not exist yet. It is created by the first write. */
  get isNew(): boolean {
    return this.#isNew && !existsSync(this.path)
  }

  /** Runs work on one state of the file. A file that does not exist yet is read as a mirror without contents. */
  read<A>(work: (db: Database) => Steps<A>, onProgress?: OnProgress): Effect.Effect<A, MirrorError> {
    const reading = Effect.acquireUseRelease(
      // Another process may have created the file, and may be about to fill it.
      Effect.andThen(
        Effect.suspend(() => (this.#isNew ? this.#openWriter() : Effect.void)),
        this.#attempt(() => this.#beginRead())
      ),
      (db) => Effect.suspend(() => runSteps(this.path, work(db), onProgress)),
      (db) => Effect.sync(() => this.#endRead(db))
    )
    return Effect.suspend(() => (this.isNew ? this.#readFrom(openEmpty, work, onProgress) : reading))
  }

  /** Like `read`, but also reads what is there of a file that was cut off. */
  readDamaged<A>(work: (db: Database) => Steps<A>, onProgress?: OnProgress): Effect.Effect<A, MirrorError> {
    return this.#readFrom(() => (this.isNew ? openEmpty() : openReader(this.path, readsDamaged)), work, onProgress)
  }

  /** Runs work on a connection of its own. */
  #readFrom<A>(
    open: () => Database,
    work: (db: Database) => Steps<A>,
    onProgress: OnProgress | undefined
  ): Effect.Effect<A, MirrorError> {
    return Effect.acquireUseRelease(
      this.#attempt(() => {
        const db = open()
        db.execute("begin")
        return db
      }),
      (db) => Effect.suspend(() => runSteps(this.path, work(db), onProgress)),
      (db) => Effect.sync(() => db.close())
    )
  }

  /** Runs work on one state of the file in one piece, for programs that cannot wait. */
  readNow<A>(work: (db: Database) => Steps<A>): A {
    const isNew = this.isNew
    const db = isNew ? openEmpty() : this.#beginRead()
    try {
      const steps = work(db)
      let next = steps.next()
      while (next.done !== true) next = steps.next()
      return next.value
    } finally {
      if (isNew) db.close()
      else this.#endRead(db)
    }
  }

  /** Runs work in a transaction that is rolled back if the work fails or is interrupted. Waits up to 5 s for other processes. */
  write<A>(work: (db: Database) => Steps<A>): Effect.Effect<A, MirrorError> {
    const transaction = Effect.acquireUseRelease(
      Effect.tap(this.#openWriter(), (db) => this.#untilUnlocked(() => db.execute("begin immediate"))),
      (db) =>
        Effect.tap(
          Effect.suspend(() => runSteps(this.path, work(db))),
          () => this.#untilUnlocked(() => db.execute("commit"))
        ),
      // SQLite rolls back by itself if the disk is full. A second rollback would hide that error.
      (db) => Effect.sync(() => void (db.isInTransaction && db.execute("rollback")))
    )
    return this.#writing.withPermit(transaction)
  }

  /** Runs a statement that cannot be part of a transaction, such as `vacuum`. */
  execute(sql: string): Effect.Effect<void, MirrorError> {
    const run = Effect.flatMap(this.#openWriter(), (db) => this.#untilUnlocked(() => db.execute(sql)))
    return this.#writing.withPermit(run)
  }

  #openWriter(): Effect.Effect<Database, MirrorError> {
    return this.#untilUnlocked(() => {
      this.#writer ??= openWriter(this.path)
      this.#isNew = false
      return this.#writer
    })
  }

  #attempt<A>(operation: () => A): Effect.Effect<A, MirrorError> {
    return Effect.try({ try: operation, catch: toMirrorError(this.path) })
  }

  #untilUnlocked<A>(operation: () => A): Effect.Effect<A, MirrorError> {
    return Effect.retry(this.#attempt(operation), { ...lockRetries, while: ({ problem }) => problem === "Locked" })
  }

  #beginRead(): Database {
    const db = this.#idleReaders.pop() ?? openReader(this.path)
    db.execute("begin")
    return db
  }

  #endRead(db: Database): void {
    if (db.isInTransaction) db.execute("rollback")
    this.#idleReaders.push(db)
  }

  #close(): void {
    for (const db of this.#idleReaders.splice(0)) db.close()
    this.#writer?.close()
    this.#writer = undefined
  }
}
