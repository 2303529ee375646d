import { blocklistAnswer } from "@public-records/answers/blocklistAnswer"
import { remove, writeAtomically } from "@public-records/export/files"
import { finalPath } from "@public-records/export/TargetFiles"
import {
  type Blocklist,
  blocklistChanges,
  blocklistManifest,
  type BlocklistRule,
  blocklistText,
  type Covered,
  parseAllowList,
  readBlocklist
} from "@public-records/mirror"
import { Effect, Predicate } from "effect"
import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { basename, dirname, resolve } from "node:path"
import {
  blocklistRefused,
  type CommandFailure,
  invalidQuery,
  mirrorFailure,
  unexpected,
  usageFailure
} from "../CommandFailure.ts"
import { type CommandFlags } from "../flags.ts"
import { Host } from "../Host.ts"
import { readInteger } from "../integers.ts"
import { makeAnswerStatus } from "../output/printAnswer.ts"
import { write } from "../output/StandardOutput.ts"
import { makeProgress } from "../output/progress.ts"
import { openLocalOrMirror } from "../source/openLocal.ts"
import { failureOfExport } from "../source/session.ts"

type Flags = CommandFlags<"blocklist">

const readText = (flag: string, path: string) =>
  Effect.tryPromise({
    try: () => readFile(path, "utf8"),
    catch: (cause) => {
      const reason = Predicate.isError(cause) ? cause.message : String(cause)
      return usageFailure(`${flag} ${path} cannot be read: ${reason}.`, "Check the path.")
    }
  })

/** The file to replace, and the numbers of its list if it exists. */
interface ReplacedFile {
  readonly path: string
  readonly previous: ReadonlyArray<string> | undefined
}

const readAllowed = Effect.fnUntraced(function* (path: string | undefined, target: ReplacedFile | undefined) {
  if (path === undefined) return undefined
  const allowed = yield* Effect.mapError(finalPath(path), failureOfExport)
  if (resolve(allowed.path) === target?.path)
    return yield* usageFailure("--allow and --out name the same file.", "Name another file with one of them.")
  return yield* Effect.mapError(parseAllowList(yield* readText("--allow", path)), ({ problems }) =>
    usageFailure(`--allow ${path}: ${problems.map(({ rule }) => rule).join(" ")}`)
  )
})

/** Returns `undefined` for standard output. Fails if the file is not a block list, because it would be lost. */
const readTarget = Effect.fnUntraced(function* (out: string | undefined) {
  if (out === undefined || out === "-") return undefined
  const { kind, path } = yield* Effect.mapError(finalPath(out), failureOfExport)
  if (kind === "nothing") {
    if (existsSync(dirname(path))) return { path: resolve(path), previous: undefined }
    return yield* usageFailure(`--out ${out}: the folder does not exist. Create it, or name another file.`)
  }
  if (kind !== "file")
    return yield* usageFailure(`--out ${out} is not a regular file. Name a file, or - for standard output.`)
  const previous = readBlocklist(yield* readText("--out", path))
  if (previous !== undefined) return { path: resolve(path), previous }
  return yield* usageFailure(`--out ${out} exists and is not a block list.`, "Name another file, or remove this one.")
})

/** Validates the flags before the mirror is opened. */
const readFlags = Effect.fnUntraced(function* (flags: Flags) {
  const { format = "plain" } = flags
  const counts = {
    days: yield* readInteger("--days", flags.days, { to: 10_000 }),
    min: yield* readInteger("--min", flags.min, { from: 2, to: 10_000 }),
    places: yield* readInteger("--places", flags.places, { to: 10_000 }),
    limit: yield* readInteger("--limit", flags.limit, { to: 1_000_000 })
  }
  const target = yield* readTarget(flags.out)
  const allow = yield* readAllowed(flags.allow, target)
  if (flags.changes && target === undefined) {
    return yield* usageFailure("--changes requires a file. Name it with --out.")
  }
  const rule: BlocklistRule = { ...counts, allow, previous: target?.previous, force: flags.force }
  return { changes: flags.changes, format, rule, target }
})
type BlocklistSettings = Effect.Success<ReturnType<typeof readFlags>>

type List = Covered<Blocklist>

/**
 * Replaces a list and the files next to it. The changes come before the list, because they are lost when it is replaced. The manifest
 * comes after it, so that it never describes a list that could not be written.
 */
const writeFiles = Effect.fnUntraced(function* (
  list: List,
  path: string,
  { changes, format }: Pick<BlocklistSettings, "changes" | "format">
) {
  const text = blocklistText(list, format)
  const manifest = { file: basename(path), format, sha256: createHash("sha256").update(text).digest("hex") }
  const work = Effect.gen(function* () {
    if (changes) yield* writeAtomically(`${path}.changes.json`, [blocklistChanges(list, format)])
    yield* Effect.tapError(writeAtomically(path, [text]), () => Effect.ignore(remove(`${path}.new`)))
    yield* writeAtomically(`${path}.manifest.json`, [blocklistManifest(list, manifest)])
  })
  yield* Effect.mapError(Effect.uninterruptible(work), ({ problem }) =>
    unexpected(problem, "Free some space, or name another file with --out, and run the command again.")
  )
})

const refusedFailure = (reasons: ReadonlyArray<string>, target: ReplacedFile | undefined): CommandFailure => {
  const unchanged = target?.previous === undefined ? "" : "The file was left unchanged. "
  return blocklistRefused(
    ["The list is refused.", ...reasons].join(" "),
    `${unchanged}Check the mirror, or add --force.`
  )
}

export const blocklist = Effect.fnUntraced(function* (flags: Flags) {
  const { stdout } = yield* Host
  const { rule, target, ...settings } = yield* readFlags(flags)
  const { questions: mirror } = yield* openLocalOrMirror(flags)
  const status = yield* makeAnswerStatus(flags)
  const onProgress = yield* makeProgress(status)
  const list = yield* mirror.blocklist(rule, { onProgress }).pipe(
    Effect.mapError((error) => {
      if (error._tag === "MirrorError") return mirrorFailure(error)
      return error._tag === "BlocklistRefused" ? refusedFailure(error.reasons, target) : invalidQuery(error.problems)
    }),
    Effect.ensuring(status.clearProgress)
  )
  yield* target === undefined
    ? write(stdout, blocklistText(list, settings.format))
    : writeFiles(list, target.path, settings)
  const { basis, summary } = blocklistAnswer(list, flags.force)
  yield* Effect.forEach([...summary.map(({ text }) => text), basis.text], status.print, { discard: true })
}, Effect.scoped)
