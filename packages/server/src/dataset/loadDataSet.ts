import { basename } from "node:path"
import { RecordFileError } from "@public-records/files/RecordFileError"
import { readRecordFile, totalSize } from "@public-records/files/readRecordFile"
import { nameOf } from "@public-records/files/standardInput"
import { Effect } from "effect"
import type { ReferenceServerOptions } from "../ReferenceServerOptions.ts"
import { ReferenceServerError } from "../ReferenceServerError.ts"
import { bundledFolder } from "../bundledFolder.ts"
import { loadBundledSample } from "./bundledSample.ts"
import { NoticeStore } from "../store/NoticeStore.ts"
import type { DataSet, OpenedRecords } from "./DataSet.ts"
import { DataSetBuilder } from "./DataSetBuilder.ts"
import { generatedComplaints } from "./generatedComplaints.ts"
import { generatedNotices } from "./generatedNotices.ts"
import type { LoadProgress } from "./LoadProgress.ts"

/** The number of records to generate between yields, during which requests are handled. */
const generatedBatch = 5_000

const progressReporter =
  (builder: DataSetBuilder, { onLoadProgress }: ReferenceServerOptions) =>
  (phase: LoadProgress["phase"], share: number | undefined): void => {
    const { firstSkipped, records, skipped } = builder
    onLoadProgress?.({ phase, records, share, skipped, firstSkipped })
  }

const loadFiles = Effect.fnUntraced(function* (paths: ReadonlyArray<string>, options: ReferenceServerOptions) {
  const builder = new DataSetBuilder(options.onBadRow ?? "fail")
  const report = progressReporter(builder, options)
  const size = yield* totalSize(paths)
  let bytesRead = 0
  const onBytes = (bytes: number): void => {
    bytesRead += bytes
    report("reading", size === undefined || size === 0 ? undefined : Math.min(1, bytesRead / size))
  }
  for (const path of paths) yield* readRecordFile(path, builder, onBytes)
  report("indexing", 1)
  const dataSet = builder.build(paths.map((path) => basename(nameOf(path))).join(", "), false)
  report("done", 1)
  return dataSet
})

const loadSample = Effect.fnUntraced(function* (folder: URL, { onLoadProgress }: ReferenceServerOptions) {
  const dataSet = yield* loadBundledSample(folder)
  const { complaints, notices } = dataSet.summary
  onLoadProgress?.({ phase: "done", records: complaints + notices, share: 1, skipped: 0, firstSkipped: [] })
  return dataSet
})

const loadGenerated = Effect.fnUntraced(function* (count: number, folder: URL, options: ReferenceServerOptions) {
  const { newestDay, seed = 1 } = options
  const builder = new DataSetBuilder("fail")
  const report = progressReporter(builder, options)
  const { complaints: realDay } = yield* loadBundledSample(folder)
  for (const complaint of generatedComplaints(yield* realDay.all, seed, newestDay)) {
    if (builder.records === count) break
    builder.addComplaint(complaint)
    if (builder.records % generatedBatch === 0) {
      report("reading", builder.records / count)
      yield* Effect.yieldNow
    }
  }
  for (const notice of generatedNotices(Math.floor(count / 100), seed)) builder.addNotice(notice)
  report("indexing", 1)
  const dataSet = builder.build(`${count} generated complaint${count === 1 ? "" : "s"} (seed ${seed})`, true)
  report("done", 1)
  return dataSet
})

const loadOpened = Effect.fnUntraced(function* ({ complaints, notices: opened, source }: OpenedRecords) {
  const notices = new NoticeStore(opened)
  const { total } = yield* complaints.page({}, "ASC", { limit: 1, offset: 0 })
  const summary = { source, isSample: false, complaints: total, notices: notices.size, skipped: 0 }
  return { summary, complaints, notices } satisfies DataSet
})

/**
 * Loads the data set that the options select: files, generated records, or the bundled sample.
 *
 * **Fails with** `ReferenceServerError`, which names the file and the line or record.
 */
export const loadDataSet = (options: ReferenceServerOptions): Effect.Effect<DataSet, ReferenceServerError> => {
  const { bundledData = bundledFolder, data = [], openRecords, synthetic } = options
  if (data.length > 0 && synthetic !== undefined) {
    const message = "Data files and generated data cannot be served together. Use one of them."
    return Effect.fail(new ReferenceServerError({ message }))
  }
  const load = Effect.suspend(() => {
    if (openRecords !== undefined) return Effect.flatMap(openRecords, loadOpened)
    if (data.length > 0) return loadFiles(data, options)
    return synthetic === undefined ? loadSample(bundledData, options) : loadGenerated(synthetic, bundledData, options)
  })
  return Effect.mapError(load, (error) => {
    const { message } = error
    const isIoFailure = error instanceof RecordFileError && error.isIoFailure === true
    return new ReferenceServerError(isIoFailure ? { message, isIoFailure } : { message })
  })
}
