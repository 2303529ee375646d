import { Predicate, Schema } from "effect"

/**
 * The reason why a mirror cannot be read or written. `Missing`: there is no file. `Foreign`: another program made it. `Newer`: a
 * later version of this package made it. `Locked`: another process is writing. `Full`: no space is left. `Damaged`: the contents
 * are not valid. `Clock`: a sync would store the wrong days, because this machine's clock is wrong. `Unusable`: anything else, such as a missing permission.
 */
export const MirrorProblem = Schema.Literals([
  "Missing",
  "Foreign",
  "Newer",
  "Locked",
  "Full",
  "Damaged",
  "Clock",
  "Unusable"
])
export type MirrorProblem = typeof MirrorProblem.Type

/** The only error of a mirror besides an invalid query. `message` names the file and says what to do. */
export class MirrorError extends Schema.TaggedError<MirrorError>()("MirrorError", {
  problem: MirrorProblem,
  file: Schema.String,
  message: Schema.String
}) {}

/** SQLite's primary result codes. */
const problems: ReadonlyMap<number, MirrorProblem> = new Map([
  [5, "Locked"],
  [6, "Locked"],
  [11, "Damaged"],
  [13, "Full"],
  [26, "Foreign"]
])

/** The meaning of other codes, in place of SQLite's messages. */
const details: ReadonlyMap<number, string> = new Map([
  [8, "it is read-only, or its folder is"],
  [14, "it cannot be opened; check the permissions of the file and its folder"]
])

const sentences: Readonly<Record<MirrorProblem, string>> = {
  Missing: "does not exist. Import daily files or sync it to create it.",
  Foreign: "is not a mirror. It was left unchanged; name another file.",
  Newer: "was written by a newer version of this program. It was left unchanged; update the program.",
  Locked: "is being written by another process. Try again when that process has finished.",
  Full: "cannot grow, because the disk is full. Complete days stay; free some space and run the same import again.",
  Damaged: "is damaged. Verify it, and import the named days again, or everything into a new file if that fails.",
  Clock: "cannot be synced. Correct the clock and sync again, because it decides which days are read.",
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

/** Whether an error comes from SQLite or from the file system. Any other error is a bug. */
const isExternal = (cause: unknown): cause is Error => cause instanceof Error && Predicate.hasProperty(cause, "code")

/** Converts an error of SQLite or of the file system. Throws any other error again. */
export const toMirrorError =
  (file: string) =>
  (cause: unknown): MirrorError => {
    if (cause instanceof MirrorError) return cause
    if (!isExternal(cause)) throw cause
    const code = Predicate.hasProperty(cause, "errcode") ? Number(cause.errcode) & 0xff : undefined
    const problem = code === undefined ? undefined : problems.get(code)
    if (problem !== undefined) return mirrorError(problem, file)
    return mirrorError("Unusable", file, (code === undefined ? undefined : details.get(code)) ?? cause.message)
  }
