import { readFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { Readable } from "node:stream"
import { fileURLToPath } from "node:url"
import { brotliDecompressSync } from "node:zlib"
import type { PlainNotice } from "@public-records/files/PlainNotice"
import { noticeFromJson } from "@public-records/files/noticeRecords"
import { onFile, readRecords } from "@public-records/files/readRecordFile"
import { Effect, Result, Semaphore } from "effect"
import { ComplaintStore } from "../store/ComplaintStore.ts"
import { NoticeStore } from "../store/NoticeStore.ts"
import type { DataSet } from "./DataSet.ts"
import { DataSetBuilder } from "./DataSetBuilder.ts"
import { generatedNotices } from "./generatedNotices.ts"
import { decodeComplaints, preparedComplaints } from "./preparedComplaints.ts"

const dailyFile = "DNC_Complaint_Numbers_2021-07-08.csv"
const [realNotices, moreNotices] = [2, 3_000]

// Synchronous, because reading it in chunks delays the first frame of the terminal UI by about 5 ms.
const readPrepared = (folder: URL): string | undefined =>
  Result.getOrUndefined(Result.try(() => readFileSync(new URL(preparedComplaints, folder), "latin1")))

const readComplaints = Effect.fnUntraced(function* (folder: URL) {
  const prepared = readPrepared(folder)
  if (prepared !== undefined) return new ComplaintStore(decodeComplaints(prepared))
  const builder = new DataSetBuilder("fail")
  const path = fileURLToPath(new URL(`${dailyFile}.br`, folder))
  yield* onFile(path, async () => {
    const bytes = brotliDecompressSync(await readFile(path))
    await readRecords(Readable.from(bytes, { objectMode: false }), dailyFile, builder)
  })
  return builder.build("", true).complaints
})

/** Reads the real notices. Throws an error that names the file if it is missing or contains an invalid record. */
const readNotices = (folder: URL): ReadonlyArray<PlainNotice> => {
  const path = fileURLToPath(new URL("notices.json", folder))
  const read = Result.try(() => {
    const { data }: { readonly data: ReadonlyArray<unknown> } = JSON.parse(readFileSync(path, "utf8"))
    return data.map((record, index) =>
      Result.getOrThrowWith(noticeFromJson(record), (reason) => new Error(`record ${index + 1}: ${reason}`))
    )
  })
  return Result.getOrThrowWith(read, (cause) => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    return new Error(`The bundled file ${path} cannot be used: ${reason}.`)
  })
}

/** The samples loaded in this process, by folder. Servers share them, because a data set never changes. */
const loadedSamples = new Map<string, WeakRef<DataSet>>()

// Servers that start at the same time would otherwise each read the sample.
const oneAtATime = Semaphore.makeUnsafe(1)

/** Loads the bundled sample: a real day of complaints, two real notices and generated ones. */
export const loadBundledSample = Effect.fnUntraced(function* (folder: URL) {
  const loaded = loadedSamples.get(folder.href)?.deref()
  if (loaded !== undefined) return loaded
  const complaints = yield* readComplaints(folder)
  let notices: NoticeStore | undefined
  const dataSet: DataSet = {
    summary: {
      source: "sample of 7 July 2021",
      isSample: true,
      complaints: complaints.size,
      notices: realNotices + moreNotices,
      skipped: 0
    },
    complaints,
    // Created on first use, so that they do not delay the start.
    get notices() {
      return (notices ??= new NoticeStore([...readNotices(folder), ...generatedNotices(moreNotices, 1)]))
    }
  }
  loadedSamples.set(folder.href, new WeakRef(dataSet))
  return dataSet
}, oneAtATime.withPermit)
