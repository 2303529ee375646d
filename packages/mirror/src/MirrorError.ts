import { Predicate, Schema } from "effect"

/**
 * The reason why a mirror cannot be read or written. `Missing`: there is no file. `Foreign`: it is no mirror, or one of another
 * form. `Locked`: another process is using it. `Full`: no space is left. `Damaged`: the contents
 * are not valid. `Clock`: a sync would store the wrong days, because this machine's clock is wrong. `Engine`: DuckDB cannot be loaded. `Unusable`: anything else, such as a missing permission.
 */
export const MirrorProblem = Schema.Literals([
  "Missing",
  "Foreign",
  "Locked",
  "Full",
  "Damaged",
  "Clock",
  "Engine",
  "Unusable"
])
export type MirrorProblem = typeof MirrorProblem.Type

/** The only error of a mirror besides an invalid query, and a Parquet file that cannot be written. `message` names the file and says what to do. */
export class MirrorError extends Schema.TaggedError<MirrorError>()("MirrorError", {
  problem: MirrorProblem,
  file: Schema.String,
  message: Schema.String
}) {}

/** The problems that the engine's messages report. The first match counts. */
const meanings: ReadonlyArray<readonly [pattern: RegExp, problem: MirrorProblem]> = [
  [/Could not set lock on file/, "Locked"],
  [/not a valid DuckDB database file|database does not exist|newer version of DuckDB/, "Foreign"],
  [/No space left on device|not enough space|out of disk space/i, "Full"],
  // A table is missing.
  [
    /^Catalog Error|^INTERNAL Error|^Serialization Error|^FATAL Error|[Cc]orrupt|checksum|Could not read enough bytes|WAL/,
    "Damaged"
  ]
]

/** Matches the engine's messages about the log of another copy of the file, such as one that a backup replaced. */
const foreignLog = /WAL does not match|WAL checkpoint iteration does not match/

/** The process in a message about a lock. */
const holder = /\(PID (\d+)\)/

const sentences: Readonly<Record<MirrorProblem, string>> = {
  Missing: "does not exist. Import daily files or sync it to create it.",
  Foreign:
    "is not a mirror of this version, and was left unchanged. `mirror import` or `mirror sync` makes a new one in another file.",
  Locked: "is being used by another process. Try again when that process has finished.",
  Full: "cannot grow, because the disk is full. Complete days stay; free some space and run the same import again.",
  Damaged:
    "is damaged. Run `mirror verify`, and import the days that it names again, or everything into a new file if that fails.",
  Clock: "cannot be synced. Correct the clock and sync again, because it decides which days are read.",
  Engine: "cannot be read",
  Unusable: "cannot be used"
}

export const mirrorError = (problem: MirrorProblem, file: string, detail = ""): MirrorError => {
  const message = `The mirror ${file} ${sentences[problem]}${detail === "" ? "" : `: ${detail}.`}`
  return new MirrorError({ problem, file, message })
}

/** Creates the error for a clock that is wrong, after the sentence that says so. */
export const clockError = (file: string, wrong: string): MirrorError => {
  const { message } = mirrorError("Clock", file)
  return new MirrorError({ problem: "Clock", file, message: `${wrong} ${message}` })
}

/** Creates the error for a machine on which DuckDB cannot be loaded. */
export const engineMissing = (file: string, cause: unknown): MirrorError => {
  const [reason] = (cause instanceof Error ? cause.message : String(cause)).split("\n")
  const message = `DuckDB, which reads local records, cannot be loaded here: ${reason}.`
  return new MirrorError({ problem: "Engine", file, message })
}

/** Creates the error for a file that a process uses, if that is known. */
const lockedError = (file: string, holding: string | undefined): MirrorError => {
  const { message } = mirrorError("Locked", file)
  return new MirrorError({
    problem: "Locked",
    file,
    message: holding === undefined ? message : `${message} It is process ${holding}.`
  })
}

/** Whether an error comes from the engine: it would come for the same file again. */
const engineError =
  /^(?:Catalog|IO|Serialization|FATAL|INTERNAL|Out of Memory|Permission|INTERRUPT|Invalid Input|TransactionContext) Error/

/** Whether an error comes from the engine or from the file system. Any other error is a bug. */
export const isExternal = (cause: unknown): cause is Error =>
  cause instanceof Error && (engineError.test(cause.message) || Predicate.hasProperty(cause, "code"))

/** Converts an error of the engine or of the file system. Throws any other error again. */
export const toMirrorError =
  (file: string) =>
  (cause: unknown): MirrorError => {
    if (cause instanceof MirrorError) return cause
    if (!isExternal(cause)) throw cause
    if (foreignLog.test(cause.message)) {
      return mirrorError("Unusable", file, `its log ${file}.wal belongs to another copy of it; remove the log`)
    }
    const [, problem] = meanings.find(([pattern]) => pattern.test(cause.message)) ?? []
    if (problem === "Locked") return lockedError(file, holder.exec(cause.message)?.[1])
    if (problem !== undefined) return mirrorError(problem, file)
    return mirrorError("Unusable", file, cause.message.split("\n")[0])
  }
