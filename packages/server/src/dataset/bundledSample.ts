import { readFile } from "node:fs/promises"
import { basename } from "node:path"
import { Readable } from "node:stream"
import { fileURLToPath } from "node:url"
import { brotliDecompressSync } from "node:zlib"
import { noticeFromJson } from "@public-records/files/noticeRecords"
import { readRecords } from "@public-records/files/readRecordFile"
import { Effect, Result } from "effect"
import { ReferenceServerError } from "../ReferenceServerError.ts"
import type { DataSet } from "./DataSet.ts"
import { DataSetBuilder } from "./DataSetBuilder.ts"
import { generatedNotices } from "./generatedNotices.ts"

/** The daily file of the sample. */
export const sampleFile = "DNC_Complaint_Numbers_2021-07-08.csv.br"

const generatedCount = 3_000

/** Reads a bundled file. **Throws** an error that names the file if it is missing or cannot be used. */
const readBundled = async (folder: URL, name: string, read: (bytes: Buffer) => void | Promise<void>): Promise<void> => {
  const path = fileURLToPath(new URL(name, folder))
  try {
    await read(await readFile(path))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ReferenceServerError({ message: `The bundled file ${path} cannot be used: ${reason}.` })
  }
}

const readSample = async (folder: URL): Promise<DataSet> => {
  const builder = new DataSetBuilder("fail")
  await readBundled(folder, sampleFile, async (bytes) => {
    const rows = Readable.from(brotliDecompressSync(bytes), { objectMode: false })
    await readRecords(rows, basename(sampleFile, ".br"), builder)
  })
  await readBundled(folder, "notices.json", (bytes) => {
    const { data }: { readonly data: ReadonlyArray<unknown> } = JSON.parse(bytes.toString())
    for (const [index, record] of data.entries()) {
      const notice = Result.getOrThrowWith(
        noticeFromJson(record),
        (reason) => new Error(`record ${index + 1}: ${reason}`)
      )
      builder.addNotice(notice)
    }
  })
  for (const notice of generatedNotices(generatedCount, 1)) builder.addNotice(notice)
  return builder.build("sample of 7 July 2021", true)
}

/** The samples loaded in this process, by folder. Servers share them, because a data set never changes. */
const samples = new Map<string, Promise<DataSet>>()

/** Loads the bundled sample: a real day of complaints, two real notices and generated ones. */
export const loadBundledSample = (folder: URL): Effect.Effect<DataSet, ReferenceServerError> =>
  Effect.tryPromise({
    try: () => {
      const loaded = samples.get(folder.href) ?? readSample(folder)
      samples.set(folder.href, loaded)
      return loaded
    },
    catch: (cause) => {
      samples.delete(folder.href)
      if (cause instanceof ReferenceServerError) return cause
      throw cause
    }
  })
