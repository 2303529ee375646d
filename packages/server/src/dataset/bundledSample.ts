import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { brotliDecompressSync } from "node:zlib"
import type { PlainNotice } from "@public-records/files/PlainNotice"
import { noticeFromJson } from "@public-records/files/noticeRecords"
import { Effect, Result } from "effect"
import { ReferenceServerError } from "../ReferenceServerError.ts"
import { ComplaintStore } from "../store/ComplaintStore.ts"
import { NoticeStore } from "../store/NoticeStore.ts"
import type { DataSet } from "./DataSet.ts"
import { generatedNotices } from "./generatedNotices.ts"
import { unpackComplaints } from "./packedComplaints.ts"

/** The complaints of the daily file of 8 July 2021. `scripts/packSample.ts` writes it. */
export const packedSample = "complaints.json.br"

const [realNotices, moreNotices] = [2, 3_000]

/** Reads a bundled file. **Fails with** an error that names the file if it is missing or cannot be used. */
const readBundled = <A>(folder: URL, name: string, read: (bytes: Buffer) => A) => {
  const path = fileURLToPath(new URL(name, folder))
  return Result.try({
    // Synchronous, because reading it in chunks delays the first frame of the terminal UI.
    try: () => read(readFileSync(path)),
    catch: (cause) => {
      const reason = cause instanceof Error ? cause.message : String(cause)
      return new ReferenceServerError({ message: `The bundled file ${path} cannot be used: ${reason}.` })
    }
  })
}

const readNotices = (folder: URL) =>
  readBundled(folder, "notices.json", (bytes): ReadonlyArray<PlainNotice> => {
    const { data }: { readonly data: ReadonlyArray<unknown> } = JSON.parse(bytes.toString())
    return data.map((record, index) =>
      Result.getOrThrowWith(noticeFromJson(record), (reason) => new Error(`record ${index + 1}: ${reason}`))
    )
  })

/** The samples loaded in this process, by folder. Servers share them, because a data set never changes. */
const loadedSamples = new Map<string, WeakRef<DataSet>>()

/**
 * Loads the bundled sample: a real day of complaints, two real notices and generated ones.
 *
 * **Gotchas** An invalid file of notices is a defect of the first request for notices.
 */
export const loadBundledSample = Effect.fnUntraced(function* (folder: URL) {
  const loaded = loadedSamples.get(folder.href)?.deref()
  if (loaded !== undefined) return loaded
  const complaints = yield* Effect.fromResult(
    readBundled(
      folder,
      packedSample,
      (bytes) => new ComplaintStore(unpackComplaints(brotliDecompressSync(bytes).toString()))
    )
  )
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
      return (notices ??= new NoticeStore([
        ...Result.getOrThrow(readNotices(folder)),
        ...generatedNotices(moreNotices, 1)
      ]))
    }
  }
  loadedSamples.set(folder.href, new WeakRef(dataSet))
  return dataSet
})
