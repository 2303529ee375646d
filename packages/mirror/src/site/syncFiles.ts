import { DateTime, Effect, Result } from "effect"
import { isSettled } from "../importing/importDay.ts"
import type { ImportedDay } from "../ImportEvent.ts"
import type { MirrorError } from "../MirrorError.ts"
import { SiteError } from "../SiteError.ts"
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

const ask = Effect.fnUntraced(function* (
  site: Site,
  file: FileToRead
): Effect.fn.Return<AskedFile, SiteError> {
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

/** The numbers of a sync of daily files, and the error that ended it. */
export interface FilesResult {
  readonly report: Omit<FilesReport, "nothingNew">
  readonly failure: SiteError | undefined
}

/** Reads the daily files of a plan, one after the other, each in a transaction. */
export const syncFiles = Effect.fnUntraced(function* (
  { emit, onDay, run, site, store }: FilesContext
): Effect.fn.Return<FilesResult, MirrorError> {
  const files = { stored: 0, unchanged: 0, held: 0, missing: 0, refused: 0 }
  const asked = new Set<string>()
  const keyOf = ({ date, wish }: FileToRead): string => (wish === "extend" ? `${date} extended` : String(date))
  let [missingInRow, unknown] = [0, 0]

  const finish = (file: string, outcome: SyncedFile["outcome"], bytes: number, left: number): void => {
    files[outcome] += 1
    emit({ _tag: "File", file, outcome, bytes, left })
  }
  const refuse = (file: string, address: string, why: string): void => {
    files.refused += 1
    emit({ _tag: "Refused", file, message: `${file} was not stored: ${why}. Its days stay as they were. (${site.url}${address})` })
  }
  const storeReceived = Effect.fnUntraced(function* (file: FileToRead, received: ReceivedFile, left: number) {
    const { address, body } = received
    const name = nameOf(address)
    const stored = yield* Effect.result(storeFile(store, file, received, run.accepts))
    if (Result.isFailure(stored)) {
      if (stored.failure._tag === "MirrorError") return yield* stored.failure
      return refuse(name, address, stored.failure.message)
    }
    for (const day of stored.success) {
      onDay(day)
      emit(day)
    }
    const isHeld = stored.success.some(({ outcome }) => outcome === "held")
    finish(name, isHeld ? "held" : "stored", body.length, left)
  })
  /** Asks for one file, and stores it. */
  const readOne = Effect.fnUntraced(function* (file: FileToRead, left: number): Effect.fn.Return<void, MirrorError | SiteError> {
    const { addresses, known, wish } = file
    const first = nameOf(addresses[0] ?? "")
    emit({ _tag: "Fetching", file: first, left: left + 1 })
    const answered = yield* ask(site, file)
    const { address, answer } = answered
    const name = answer._tag === "Missing" ? first : nameOf(address)
    missingInRow = answer._tag === "Missing" && dateOf(file.date) < firstFile ? missingInRow + 1 : 0
    if (answer._tag === "Missing" || answer._tag === "Unchanged") {
      yield* remember(store, answered)
      return finish(name, answer._tag === "Missing" ? "missing" : "unchanged", 0, left)
    }
    if (answer._tag === "Useless") return refuse(name, address, answer.why)
    const { body } = answer
    const problem = problemOfBody(body)
    if (problem?.isUnknown === true) unknown += 1
    if (unknown === maxUnknown) return yield* siteError("Changed", `${site.url}${address}`, problem?.why ?? "")
    if (problem !== undefined) return refuse(name, address, problem.why)
    const isSame = wish === "check" && digestOfBody(body) === known?.sha256
    if (!isSame) return yield* storeReceived(file, { ...answer, address }, left)
    yield* remember(store, answered)
    return finish(name, "unchanged", body.length, left)
  })
  const readAll = Effect.gen(function* () {
    while (missingInRow < maxMissing) {
      const plan = yield* store.read((db) => planFiles(db, run))
      const [file, ...others] = plan.filter((planned) => !asked.has(keyOf(planned)))
      if (file === undefined) return undefined
      asked.add(keyOf(file))
      yield* readOne(file, others.length)
    }
    return `The last ${maxMissing} of the older daily files do not exist at ${site.url}. Older days can be imported from files with \`mirror import\`.`
  })
  const end = yield* Effect.catchTag(readAll, "SiteError", (error) => Effect.succeed(error))
  const failure = end instanceof SiteError ? end : undefined
  const ended = (end instanceof SiteError ? end.message : end) ?? null
  return { report: { requests: site.traffic.requests, bytes: site.traffic.bytes, files, ended }, failure }
})
