import { readFile } from "node:fs/promises"
import { Readable } from "node:stream"
import { fileURLToPath } from "node:url"
import { brotliDecompressSync } from "node:zlib"
import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { onFile, readRecords } from "@public-records/files/readRecordFile"
import { Effect } from "effect"
import { ComplaintStore } from "../store/ComplaintStore.ts"
import { NoticeStore } from "../store/NoticeStore.ts"
import type { DataSet } from "./DataSet.ts"
import { DataSetBuilder } from "./DataSetBuilder.ts"
import { generatedNotices } from "./generatedNotices.ts"

const generatedNoticeCount = 3_000
const generatedNoticeSeed = 1

/** The complaints of the sample as JSON in ASCII, oldest first. The executable's build writes this file to start faster. */
export const preparedComplaints = "complaints.json"

const readPrepared = (folder: URL): Effect.Effect<string | undefined> =>
  Effect.promise(() => readFile(new URL(preparedComplaints, folder), "latin1").catch(() => undefined))

const readBundledFile = Effect.fnUntraced(function* (folder: URL, name: string, builder: DataSetBuilder) {
  const path = fileURLToPath(new URL(name, folder))
  yield* onFile(path, async () => {
    const bytes = await readFile(path)
    const content = name.endsWith(".br") ? brotliDecompressSync(bytes) : bytes
    await readRecords(Readable.from([content], { objectMode: false }), path.replace(/\.br$/, ""), builder)
  })
})

const readComplaints = Effect.fnUntraced(function* (folder: URL) {
  const prepared = yield* readPrepared(folder)
  if (prepared !== undefined) {
    const complaints: ReadonlyArray<PlainComplaint> = JSON.parse(prepared)
    return ComplaintStore.of(complaints)
  }
  const builder = new DataSetBuilder("fail")
  yield* readBundledFile(folder, "DNC_Complaint_Numbers_2021-07-08.csv.br", builder)
  return builder.build("", true).complaints
})

const readDataSet = Effect.fnUntraced(function* (folder: URL) {
  const complaints = yield* readComplaints(folder)
  const builder = new DataSetBuilder("fail")
  yield* readBundledFile(folder, "notices.json", builder)
  const real = Array.from(builder.build("", true).notices)
  let notices: NoticeStore | undefined
  return {
    summary: {
      source: "sample of 7 July 2021",
      isSample: true,
      complaints: complaints.size,
      notices: real.length + generatedNoticeCount,
      skipped: 0
    },
    complaints,
    // Made when they are first requested, so that no start waits for them.
    get notices() {
      return (notices ??= new NoticeStore([...real, ...generatedNotices(generatedNoticeCount, generatedNoticeSeed)]))
    }
  }
})

/** The samples that servers of this process have loaded, by folder. A data set never changes, so servers share it. */
const loadedSamples = new Map<string, WeakRef<DataSet>>()

/** Loads the bundled sample: a real day of complaints, two real notices and generated ones. */
export const loadBundledSample = Effect.fnUntraced(function* (folder: URL) {
  const loaded = loadedSamples.get(folder.href)?.deref()
  if (loaded !== undefined) return loaded
  const dataSet: DataSet = yield* readDataSet(folder)
  loadedSamples.set(folder.href, new WeakRef(dataSet))
  return dataSet
})
