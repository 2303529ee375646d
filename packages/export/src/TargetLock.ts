import { Clock, Effect, Option, Schema, type Scope } from "effect"
import { link, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises"
import { readFileSync } from "node:fs"
import { hostname } from "node:os"
import { codeOf, type ExportFailure, otherExport } from "./ExportFailure.ts"
import { onDisk } from "./files.ts"

const Holder = Schema.Struct({
  pid: Schema.Int,
  host: Schema.String,
  /** When the process started, in the system's own count; nothing where it does not tell. */
  started: Schema.NullOr(Schema.String)
})
interface Holder extends Schema.Schema.Type<typeof Holder> {}

const readHolder = Schema.decodeOption(Schema.fromJsonString(Holder))

/** A lock of another machine is touched so often, and counts as left behind after the longer time. */
const touchEvery = "20 seconds"
const leftBehindMillis = 120_000

const heldHere = new Set<string>()

/** The fields that Linux tells of a process, from its state on; nothing on other systems. */
const fieldsOf = (pid: number): ReadonlyArray<string> => {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? []
  } catch {
    return []
  }
}

/** When a process started, which tells it from a later one with the same number. Linux only. */
const startOf = (pid: number): string | null => fieldsOf(pid)[19] ?? null

/** Killed, though its parent has not asked yet how it ended: in a container that may never happen. */
const isDead = (pid: number): boolean => ["Z", "X"].includes(fieldsOf(pid)[0] ?? "")

const isAlive = ({ pid, started }: Holder): boolean => {
  if (pid === process.pid || isDead(pid)) return false
  try {
    process.kill(pid, 0)
  } catch (cause) {
    if (codeOf(cause) === "ESRCH") return false
  }
  const startNow = startOf(pid)
  return started === null || startNow === null || started === startNow
}

const isLeftBehind = async (path: string, text: string, now: number): Promise<boolean> => {
  const holder = Option.getOrUndefined(readHolder(text))
  if (holder?.host === hostname()) return !isAlive(holder)
  const { mtimeMs } = await stat(path)
  return now - mtimeMs > leftBehindMillis
}

/** Takes a lock away that a killed process left; `false` where somebody else took it meanwhile. */
const takeAway = async (path: string, text: string): Promise<boolean> => {
  const aside = `${path}.${process.pid}`
  await rename(path, aside)
  const isSame = (await readFile(aside, "utf8")) === text
  if (!isSame) await link(aside, path).catch(() => undefined)
  await rm(aside, { force: true })
  return isSame
}

/** What file systems say that know no second name of a file. */
const withoutLinks = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"])

/** Makes the lock whole or not at all; `false` where it is there already. */
const write = async (path: string): Promise<boolean> => {
  const aside = `${path}.${process.pid}`
  const text = JSON.stringify({ pid: process.pid, host: hostname(), started: startOf(process.pid) })
  try {
    await writeFile(aside, text)
    await link(aside, path).catch((cause: unknown) =>
      withoutLinks.has(codeOf(cause)) ? writeFile(path, text, { flag: "wx" }) : Promise.reject(cause)
    )
    return true
  } catch (cause) {
    if (codeOf(cause) === "EEXIST") return false
    throw cause
  } finally {
    await rm(aside, { force: true })
  }
}

const take = async (path: string, now: number): Promise<boolean> => {
  if (heldHere.has(path)) return false
  if (!(await write(path))) {
    const text = await readFile(path, "utf8").catch(() => "")
    const isFree = await isLeftBehind(path, text, now).then(
      (isOver) => isOver && takeAway(path, text),
      () => false
    )
    if (!isFree || !(await write(path))) return false
  }
  heldHere.add(path)
  return true
}

const release = async (path: string): Promise<void> => {
  heldHere.delete(path)
  await rm(path, { force: true }).catch(() => undefined)
}

/** Shows other machines that the lock is held. */
const touching = (path: string): Effect.Effect<void> =>
  Clock.currentTimeMillis.pipe(
    Effect.flatMap((now) => Effect.promise(() => utimes(path, now / 1000, now / 1000).catch(() => undefined))),
    Effect.delay(touchEvery),
    Effect.forever
  )

/**
 * Holds a lock for the time of a scope. One that a killed process left behind does not count: on this machine where the
 * process is gone, on another one where nobody touched it for two minutes.
 *
 * **Fails with** `OtherExport` where another export holds it.
 */
export const holdLock = (path: string, target: string): Effect.Effect<void, ExportFailure, Scope.Scope> =>
  Effect.acquireRelease(
    Clock.currentTimeMillis.pipe(
      Effect.flatMap((now) => onDisk(target, () => take(path, now))),
      Effect.filterOrFail(
        (isTaken) => isTaken,
        () => otherExport(`Another export writes to ${target}: wait for it to end, or name another file with --out.`)
      )
    ),
    () => Effect.promise(() => release(path))
  ).pipe(Effect.andThen(Effect.forkScoped(touching(path))), Effect.asVoid)
