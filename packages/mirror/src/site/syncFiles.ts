import { DateTime, Effect, Result } from "effect"
import { isSettled } from "../importing/importDay.ts"
import type { ImportedDay } from "../ImportEvent.ts"
import type { MirrorError } from "../MirrorError.ts"
import type { SiteError } from "../SiteError.ts"
import type { FilesReport, SyncedFile, SyncEvent } from "../SyncEvent.ts"
import { dateOf } from "../store/civil.ts"
import { settleFile } from "../store/ledger.ts"
import type { Store } from "../store/Store.ts"
import { rememberFile, type SiteFile } from "./fileLedger.ts"
import { firstFile, maxMissing } from "./ftcSite.ts"
import { daysOfFile, type FilesRun, type FileToRead, planFiles } from "./planFiles.ts"
import { type Site, type SiteAnswer, siteError } from "./Site.ts"
import { digestOfBody, nameOf, problemOfBody, type ReceivedFile, storeFile } from "./storeFile.ts"

export interface FilesContext {
  readonly store: Store
  readonly site: Site
  readonly run: FilesRun
  readonly emit: (event: SyncEvent) => void
  readonly onDay: (day: ImportedDay) => void
}

const maxUnknown = 2

/** A file that was asked for, and the answer of the address that was asked last. */
interface AskedFile {
  readonly file: FileToRead
  readonly address: string
  readonly answer: SiteAnswer
}

/** Returns what is known of a file that was asked for again and is the same, or that does not exist. */
const askedAgain = ({ address, answer, file: { covers, date, known } }: AskedFile, now: DateTime.Utc): SiteFile => {
  const askedAt = DateTime.formatIso(now)
  if (known === undefined || known.state === "missing") {
    return { date, state: "missing", address, etag: "", modified: "", bytes: 0, sha256: "", askedAt, covers }
  }
  // The same body may come with other validators. The next request sends those.
  const { etag, modified } = answer._tag === "Found" ? answer : known
  return { ...known, etag, modified, askedAt }
}

const ask = Effect.fnUntraced(function* (site: Site, file: FileToRead): Effect.fn.Return<AskedFile, SiteError> {
  const { addresses, known, wish } = file
  let [answer, address]: [SiteAnswer, string] = [{ _tag: "Missing" }, ""]
  for (address of addresses) {
    answer = yield* site.get(address, wish === "check" ? known : undefined)
    if (answer._tag !== "Missing") break
  }
  return { file, answer, address }
})

/** Remembers that a file was asked for. Its days are settled if it is the same a week after their publication. */
const remember = Effect.fnUntraced(function* (store: Store, asked: AskedFile) {
  const now = yield* DateTime.now
  const again = askedAgain(asked, now)
  const until = daysOfFile(asked.file).findLast((day) => isSettled(day, now))
  yield* store.write((db) =>
    Effect.andThen(rememberFile(db, again), until === undefined ? Effect.void : settleFile(db, again.sha256, until))
  )
})

/** The meaning of an answer: nothing changes, a body that is stored, or one that is refused. `isUnknown`: its layout is not known. */
type Verdict =
  | { readonly _tag: "Nothing"; readonly outcome: "missing" | "unchanged" }
  | { readonly _tag: "Body"; readonly received: ReceivedFile }
  | { readonly _tag: "Refused"; readonly why: string; readonly isUnknown: boolean }

const verdictOf = ({ address, answer, file }: AskedFile): Verdict => {
  if (answer._tag === "Missing") return { _tag: "Nothing", outcome: "missing" }
  if (answer._tag === "Unchanged") return { _tag: "Nothing", outcome: "unchanged" }
  if (answer._tag === "Useless") return { _tag: "Refused", why: answer.why, isUnknown: false }
  const problem = problemOfBody(answer.body)
  if (problem !== undefined) return { _tag: "Refused", ...problem }
  const isSame = file.wish === "check" && digestOfBody(answer.body) === file.known?.sha256
  return isSame ? { _tag: "Nothing", outcome: "unchanged" } : { _tag: "Body", received: { ...answer, address } }
}

/** The state of a run. */
interface Progress {
  readonly files: Record<SyncedFile["outcome"] | "refused", number>
  /** Answers in a row that there is no file, at the older address. */
  missingInRow: number
  /** Files of a layout that is not known. */
  unknown: number
}

const refusal = (site: Site, address: string, why: string): SyncEvent => {
  const file = nameOf(address)
  const message = `${file} was not stored: ${why}. Its days stay as they were. (${site.url}${address})`
  return { _tag: "Refused", file, message }
}

/** Stores a body, also if the run is interrupted meanwhile. Returns `undefined` if it was refused. */
const storeReceived = Effect.fnUntraced(function* (
  { emit, onDay, run, site, store }: FilesContext,
  file: FileToRead,
  received: ReceivedFile
) {
  const stored = yield* Effect.result(Effect.uninterruptible(storeFile(store, file, received, run.accepts)))
  if (Result.isFailure(stored)) {
    if (stored.failure._tag === "MirrorError") return yield* stored.failure
    return void emit(refusal(site, received.address, stored.failure.message))
  }
  for (const day of stored.success) {
    onDay(day)
    emit(day)
  }
  return stored.success.some(({ outcome }) => outcome === "held") ? "held" : "stored"
})

/** Asks for one file, and stores it. `left` counts the others. **Fails with** `SiteError` if the run cannot go on. */
const readOne = Effect.fnUntraced(function* (
  context: FilesContext,
  progress: Progress,
  file: FileToRead,
  left: number
): Effect.fn.Return<void, MirrorError | SiteError> {
  const { emit, site, store } = context
  const first = nameOf(file.addresses[0] ?? "")
  emit({ _tag: "Fetching", file: first, left: left + 1 })
  const asked = yield* ask(site, file)
  const { address, answer } = asked
  const verdict = verdictOf(asked)
  const finish = (outcome: SyncedFile["outcome"]): void => {
    const name = outcome === "missing" ? first : nameOf(address)
    progress.files[outcome] += 1
    emit({ _tag: "File", file: name, outcome, bytes: answer._tag === "Found" ? answer.body.length : 0, left })
  }
  progress.missingInRow = answer._tag === "Missing" && dateOf(file.date) < firstFile ? progress.missingInRow + 1 : 0
  if (verdict._tag === "Nothing") {
    yield* remember(store, asked)
    return finish(verdict.outcome)
  }
  if (verdict._tag === "Body") {
    const outcome = yield* storeReceived(context, file, verdict.received)
    if (outcome === undefined) progress.files.refused += 1
    else finish(outcome)
    return
  }
  if (verdict.isUnknown) progress.unknown += 1
  if (progress.unknown === maxUnknown) return yield* siteError("Changed", `${site.url}${address}`, verdict.why)
  progress.files.refused += 1
  emit(refusal(site, address, verdict.why))
})

/** The numbers of a sync of daily files, and the error that ended it. */
export interface FilesResult {
  readonly report: Omit<FilesReport, "nothingNew">
  readonly failure: SiteError | undefined
}

/** Reads the daily files of a plan, one after the other, each in a transaction. */
export const syncFiles = Effect.fnUntraced(function* (
  context: FilesContext
): Effect.fn.Return<FilesResult, MirrorError> {
  const { run, site, store } = context
  const progress: Progress = {
    files: { stored: 0, unchanged: 0, held: 0, missing: 0, refused: 0 },
    missingInRow: 0,
    unknown: 0
  }
  // A file is asked for once, and once more if it is to be extended.
  const asked = new Set<number>()
  const extended = new Set<number>()
  let ended: string | null = null
  let failure: SiteError | undefined
  while (failure === undefined) {
    // The answer for one file changes the days of others, so the rest is planned again.
    const plan = yield* store.read((db) => planFiles(db, run))
    const [file, ...others] = plan.filter(({ date, wish }) => !(wish === "extend" ? extended : asked).has(date))
    if (file === undefined) break
    asked.add(file.date)
    if (file.wish === "extend") extended.add(file.date)
    const read = yield* Effect.result(readOne(context, progress, file, others.length))
    if (Result.isFailure(read)) {
      if (read.failure._tag === "MirrorError") return yield* read.failure
      failure = read.failure
    } else if (progress.missingInRow === maxMissing) {
      // The plan goes no further back.
      ended = `The last ${maxMissing} of the older daily files do not exist at ${site.url}. Import older days from files with \`mirror import\`.`
    }
  }
  const { bytes, requests } = site.traffic
  return { report: { requests, bytes, files: progress.files, ended }, failure }
})
