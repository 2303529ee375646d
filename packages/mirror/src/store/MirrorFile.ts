import { statSync } from "node:fs"
import { mkdir } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import { Effect, Exit, Schedule, type Scope, Semaphore } from "effect"
import { type MirrorError, mirrorError, toMirrorError } from "../MirrorError.ts"
import { Database, integer } from "./Database.ts"
import { DayWriter } from "./DayWriter.ts"
import { migrate, versionOf } from "./migrate.ts"
import { applicationId, migrations } from "./schema.ts"
import { type OnProgress, runSteps, type Steps } from "./steps.ts"

/** How a mirror is opened. `write` creates the file if it does not exist. */
export type Access = "read" | "write"

/** Connections for reading that stay open between calls. */
const maxIdleReaders = 4

/** Another process may write a day in this time. Writers wait without blocking this process. */
const lockMillis = 5_000
const lockRetries = { schedule: Schedule.spaced("50 millis"), times: lockMillis / 50 } as const

/**
 * Returns whether a file has to be opened for writing: because it is new or of an older version. Throws unless it is a mirror of a
 * known version. Opens it for reading only, so that it stays untouched.
 */
const needsWriter = (file: string, access: Access): boolean => {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats?.isDirectory() === true) throw mirrorError("Unusable", file, "it is a folder")
  if ((stats?.size ?? 0) === 0) {
    if (access === "read") throw mirrorError("Missing", file)
    return true
  }
  const db = new Database(file, { readOnly: true, timeout: lockMillis })
  try {
    const id = integer(db.first("pragma application_id"), "application_id")
    if (id !== applicationId) throw mirrorError("Foreign", file)
    if (versionOf(db) > migrations.length) throw mirrorError("Newer", file)
    return access === "write" || versionOf(db) < migrations.length
  } finally {
    db.close()
  }
}

/** Opens a connection, and closes it again if it cannot be prepared. */
const open = (file: string, readOnly: boolean, prepare: (db: Database) => void): Database => {
  const db = new Database(file, { readOnly, timeout: readOnly ? lockMillis : 0 })
  try {
    prepare(db)
    return db
  } catch (cause) {
    db.close()
    throw cause
  }
}

const openWriter = (file: string): Database =>
  open(file, false, (db) => {
    migrate(db)
    db.execute("pragma journal_mode = wal; pragma synchronous = normal; pragma wal_autocheckpoint = 4000")
    db.execute("pragma journal_size_limit = 67108864; pragma cache_size = -65536; pragma temp_store = memory")
  })

const openReader = (file: string): Database =>
  open(file, true, (db) => db.execute("pragma cache_size = -32768; pragma temp_store = memory"))

/** A connection for writing, with what it remembers between transactions. */
export interface Writer {
  readonly db: Database
  readonly days: DayWriter
  /** Changes when another connection has written. */
  version: number
}

const beginWrite = (writer: Writer): void => {
  writer.db.execute("begin immediate")
  const version = integer(writer.db.first("pragma data_version"), "data_version")
  if (version !== writer.version) writer.days.forget()
  writer.version = version
}

/**
 * The SQLite file of a mirror. Each read sees one state of the file, even while another process writes. Writes run one after the
 * other, each in one transaction.
 */
export class MirrorFile {
  readonly path: string
  readonly #idle: Array<Database> = []
  readonly #writing: Semaphore.Semaphore
  #writer: Writer | undefined

  private constructor(path: string, writing: Semaphore.Semaphore) {
    this.path = path
    this.#writing = writing
  }

  /** **Fails with** `MirrorError` if the file does not exist, unless `access` is `write`, and if it is not a mirror. */
  static readonly open = Effect.fnUntraced(function* (
    path: string,
    access: Access
  ): Effect.fn.Return<MirrorFile, MirrorError, Scope.Scope> {
    const file = resolve(path)
    const onFile = toMirrorError(file)
    const opensWriter = yield* Effect.try({ try: () => needsWriter(file, access), catch: onFile })
    const mirror = new MirrorFile(file, yield* Semaphore.make(1))
    yield* Effect.addFinalizer(() => Effect.sync(() => mirror.#close()))
    if (opensWriter) {
      yield* Effect.tryPromise({ try: () => mkdir(dirname(file), { recursive: true }), catch: onFile })
      yield* mirror.#openWriter()
    }
    return mirror
  })

  /** Runs work on one state of the file. */
  read<A>(work: (db: Database) => Steps<A>, onProgress?: OnProgress): Effect.Effect<A, MirrorError> {
    return Effect.acquireUseRelease(
      Effect.try({ try: () => this.#beginRead(), catch: toMirrorError(this.path) }),
      (db) => Effect.suspend(() => runSteps(this.path, work(db), onProgress)),
      (db) => Effect.sync(() => this.#endRead(db))
    )
  }

  /** Runs work on one state of the file in one piece, for programs that cannot wait. */
  readNow<A>(work: (db: Database) => Steps<A>): A {
    const db = this.#beginRead()
    try {
      const steps = work(db)
      for (;;) {
        const next = steps.next()
        if (next.done === true) return next.value
      }
    } finally {
      this.#endRead(db)
    }
  }

  /** Runs work in a transaction that is rolled back if the work fails or is interrupted. Waits up to 5 s for other processes. */
  write<A>(work: (writer: Writer) => Steps<A>): Effect.Effect<A, MirrorError> {
    const transaction = Effect.acquireUseRelease(
      Effect.tap(this.#openWriter(), (writer) => this.#untilUnlocked(() => beginWrite(writer))),
      (writer) =>
        Effect.tap(
          Effect.suspend(() => runSteps(this.path, work(writer))),
          () => this.#untilUnlocked(() => writer.db.execute("commit"))
        ),
      (writer, exit) => Effect.sync(() => this.#endWrite(writer, Exit.isSuccess(exit)))
    )
    return this.#writing.withPermit(transaction)
  }

  /** Runs a statement that cannot be part of a transaction, such as `vacuum`. */
  execute(sql: string): Effect.Effect<void, MirrorError> {
    const run = Effect.flatMap(this.#openWriter(), ({ db }) => this.#untilUnlocked(() => db.execute(sql)))
    return this.#writing.withPermit(run)
  }

  #openWriter(): Effect.Effect<Writer, MirrorError> {
    return this.#untilUnlocked(() => {
      if (this.#writer !== undefined) return this.#writer
      const db = openWriter(this.path)
      return (this.#writer = { db, days: new DayWriter(db), version: 0 })
    })
  }

  #untilUnlocked<A>(operation: () => A): Effect.Effect<A, MirrorError> {
    return Effect.try({ try: operation, catch: toMirrorError(this.path) }).pipe(
      Effect.retry({ ...lockRetries, while: ({ problem }) => problem === "Locked" })
    )
  }

  #beginRead(): Database {
    const db = this.#idle.pop() ?? openReader(this.path)
    db.execute("begin")
    return db
  }

  #endRead(db: Database): void {
    if (db.isInTransaction) db.execute("rollback")
    if (this.#idle.length < maxIdleReaders) this.#idle.push(db)
    else db.close()
  }

  #endWrite({ db, days }: Writer, isCommitted: boolean): void {
    // SQLite rolls back by itself if the disk is full. A second rollback would hide that error.
    if (db.isInTransaction) db.execute("rollback")
    if (!isCommitted) days.forget()
  }

  #close(): void {
    for (const db of this.#idle.splice(0)) db.close()
    this.#writer?.db.close()
    this.#writer = undefined
  }
}
