import { closeSync, existsSync, openSync, readSync, realpathSync, rmSync, statSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { createFolder } from "@public-records/files/createFolder"
import { sqlLiteral } from "@public-records/files/duckDBPath"
import { Effect, type Scope, Semaphore } from "effect"
import { type MirrorError, mirrorError, toMirrorError } from "../MirrorError.ts"
import type { Database, OnProgress } from "./Database.ts"
import { Engine } from "./Engine.ts"
import { type Access, makeWay, type OnWaiting, whenUnlocked } from "./fileLock.ts"
import { memoryStore } from "./privateStore.ts"
import { createSchema, hasSchema } from "./schema.ts"
import { raw } from "./sql.ts"
import { copyOf, format, inTransaction, maxQuestions, type Store, writeCopy } from "./Store.ts"

/** Returns the first bytes of a file, in which DuckDB's mark stands. */
const headerOf = (path: string): string => {
  const file = openSync(path, "r")
  try {
    const bytes = Buffer.alloc(12)
    return bytes.toString("latin1", 0, readSync(file, bytes))
  } finally {
    closeSync(file)
  }
}

/** Refuses a path that is no file of the engine. Nothing else in this process may have the file open: closing it here would unlock it. */
const checkFile = (path: string): void => {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats?.isDirectory() === true) throw mirrorError("Unusable", path, "it is a folder")
  if (stats !== undefined && stats.size > 0 && !headerOf(path).endsWith("DUCK")) throw mirrorError("Foreign", path)
}

const hasContents = (path: string): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0

/** Makes room for a new file: its folder, and no empty file, which the engine would refuse. */
const makeRoom = (path: string): void => {
  createFolder(dirname(path))
  rmSync(path, { force: true })
}

/** The path by which everything in this process knows a file, which may not exist yet. */
const canonicalPath = (path: string): string => {
  if (existsSync(path)) return realpathSync(path)
  const folder = dirname(resolve(path))
  return join(existsSync(folder) ? realpathSync(folder) : folder, basename(path))
}

/**
 * The DuckDB file of a mirror. It is attached for a question, or for several at the same time, and detached after it, so that other
 * processes can write it. Within this process, a writer waits for the questions before it, and later questions wait for the writer.
 */
export class MirrorFile implements Store {
  readonly path: string
  /** Held while the file is attached, and by a writer until it is detached. */
  readonly #gate = Semaphore.makeUnsafe(1)
  /** Held by each question. A writer holds all. */
  readonly #places = Semaphore.makeUnsafe(maxQuestions)
  /** Held while the first question attaches the file, and while the last one detaches it. */
  readonly #turn = Semaphore.makeUnsafe(1)
  #engine: Engine | undefined
  #questions = 0
  /** Whether this process has used the file. Then it is the turn of others. */
  #wasAttached = false
  /** Those of everybody who has the file open. */
  readonly #listeners = new Set<OnWaiting>()

  private constructor(path: string) {
    this.path = path
  }

  /** The files that this process has open. Two instances of the engine would not know of each other's locks. */
  static readonly #files = new Map<string, MirrorFile>()

  /** **Fails with** `MirrorError` if the file does not exist, unless `access` is `write`, and if it is not a mirror. */
  static readonly open = (
    path: string,
    access: Access,
    listener: OnWaiting = () => undefined
  ): Effect.Effect<MirrorFile, MirrorError, Scope.Scope> => {
    // Each has one of its own.
    const onWaiting: OnWaiting = (message) => listener(message)
    const take = (): MirrorFile => {
      const known = canonicalPath(path)
      if (!MirrorFile.#files.has(known)) checkFile(known)
      const file = MirrorFile.#files.get(known) ?? new MirrorFile(known)
      if (access === "read" && !hasContents(known)) throw mirrorError("Missing", known)
      MirrorFile.#files.set(known, file)
      file.#listeners.add(onWaiting)
      return file
    }
    return Effect.acquireRelease(Effect.try({ try: take, catch: toMirrorError(resolve(path)) }), (file) =>
      file.#release(onWaiting)
    )
  }

  /** Stops the engine if nobody else has the file open. Waits for the questions that run, because the engine crashes without its threads. */
  #release(listener: OnWaiting): Effect.Effect<void> {
    const stop = Effect.sync(() => {
      if (this.#listeners.size > 0 || MirrorFile.#files.get(this.path) !== this) return
      MirrorFile.#files.delete(this.path)
      this.#stop()
    })
    return Effect.suspend(() => {
      this.#listeners.delete(listener)
      return this.#places.withPermits(maxQuestions)(stop)
    })
  }

  #stop(): void {
    this.#engine?.close()
    this.#engine = undefined
  }

  get name(): string {
    return this.path
  }

  /** Whether the file does not exist yet. It is created by the first write. */
  get isNew(): boolean {
    return !hasContents(this.path)
  }

  /** A text that differs after the file was written. */
  get version(): string {
    const stats = [this.path, `${this.path}.wal`].map((path) => statSync(path, { throwIfNoEntry: false }))
    return stats.map((one) => `${one?.ino} ${one?.size} ${one?.mtimeMs}`).join()
  }

  /** Answers a question from one state of the file. A file that does not exist yet is read as a mirror without contents. */
  read<A, E>(
    question: (db: Database) => Effect.Effect<A, E>,
    onProgress?: OnProgress
  ): Effect.Effect<A, E | MirrorError> {
    const reading = Effect.gen({ self: this }, function* () {
      const engine = yield* this.#gate.withPermit(
        Effect.gen({ self: this }, function* () {
          yield* this.#places.takeScoped(1)
          const engine = yield* this.#started
          yield* Effect.acquireRelease(this.#join(engine), () => this.#leave(engine))
          return engine
        })
      )
      return yield* question(yield* engine.connection("mirror", onProgress))
    })
    const empty = Effect.flatMap(memoryStore(this.name, this.path), (store) => store.read(question))
    return Effect.scoped(Effect.suspend(() => (this.isNew ? empty : reading)))
  }

  /** Changes the file in one transaction, which is rolled back if the change fails or is interrupted. Creates the file if needed. */
  write<A, E>(change: (db: Database) => Effect.Effect<A, E>): Effect.Effect<A, E | MirrorError> {
    return this.#alone((db) => inTransaction(db, change))
  }

  /** Writes a copy without free space beside the file, and then puts it in its place. Others cannot use the file in the meantime. */
  get compact(): Effect.Effect<void, MirrorError> {
    return this.#alone((db) =>
      // The log belongs to the old file.
      Effect.andThen(db.run(raw("checkpoint mirror")), writeCopy(db, "mirror", `${this.path}.compact`, this.path))
    )
  }

  /** Writes a copy without free space to another file, which must not exist. Others can read the mirror in the meantime. */
  copyTo(path: string): Effect.Effect<void, MirrorError> {
    return copyOf(this, "mirror", path)
  }

  /** Does something while nothing else uses the file. Creates the file if needed. */
  #alone<A, E>(work: (db: Database) => Effect.Effect<A, E>): Effect.Effect<A, E | MirrorError> {
    return Effect.scoped(
      Effect.gen({ self: this }, function* () {
        yield* this.#gate.takeScoped(1)
        yield* this.#places.takeScoped(maxQuestions)
        const engine = yield* this.#started
        yield* Effect.acquireRelease(this.#attach(engine, "write"), () => this.#detach(engine))
        return yield* work(yield* engine.connection("mirror"))
      })
    )
  }

  /** The engine, which is started by the first question. */
  get #started(): Effect.Effect<Engine, MirrorError> {
    return Effect.suspend(() =>
      this.#engine === undefined
        ? Effect.tap(Engine.start(this, maxQuestions + 1), (engine) => Effect.sync(() => (this.#engine = engine)))
        : Effect.succeed(this.#engine)
    )
  }

  /** Attaches the file for the first of the questions that overlap. */
  #join(engine: Engine): Effect.Effect<void, MirrorError> {
    return Effect.suspend(() => (this.#questions === 0 ? this.#attach(engine, "read") : Effect.void)).pipe(
      Effect.andThen(Effect.sync(() => void (this.#questions += 1))),
      this.#turn.withPermit
    )
  }

  /** Detaches the file after the last of the questions that overlap. */
  #leave(engine: Engine): Effect.Effect<void> {
    return Effect.suspend(() => {
      this.#questions -= 1
      return this.#questions === 0 ? this.#detach(engine) : Effect.void
    }).pipe(this.#turn.withPermit)
  }

  /** Attaches the file, and refuses one that is no mirror. */
  #attach(engine: Engine, access: Access): Effect.Effect<void, MirrorError> {
    const mode = access === "read" ? "read_only" : "read_write"
    const attached = Effect.gen({ self: this }, function* () {
      const db = yield* engine.connection("memory")
      if (this.#wasAttached) yield* makeWay(this.path)
      if (access === "write" && this.isNew) yield* this.#attempt(() => makeRoom(this.path))
      yield* whenUnlocked(
        this.path,
        access,
        db.run(raw(`attach ${sqlLiteral(this.path)} as mirror (${format}, ${mode})`)),
        (message) => this.#listeners.forEach((listener) => listener(message))
      )
      this.#wasAttached = true
      const check = Effect.flatMap(hasSchema(db, "mirror", this.path), (isMirror) => {
        if (isMirror) return Effect.void
        return access === "write" ? createSchema(db, "mirror") : Effect.fail(mirrorError("Missing", this.path))
      })
      yield* Effect.tapError(check, () => Effect.ignore(db.run(raw("detach mirror"))))
    })
    return Effect.tapError(Effect.scoped(attached), () => Effect.sync(() => this.#stop()))
  }

  #detach(engine: Engine): Effect.Effect<void> {
    const detached = Effect.flatMap(engine.connection("memory"), (db) => db.run(raw("detach mirror")))
    // What was committed is in the log. An engine that cannot detach the file would keep it locked.
    return Effect.scoped(detached).pipe(Effect.catch(() => Effect.sync(() => this.#stop())))
  }

  #attempt<A>(operation: () => A): Effect.Effect<A, MirrorError> {
    return Effect.try({ try: operation, catch: toMirrorError(this.path) })
  }
}
