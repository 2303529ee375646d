import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { basename } from "node:path"
import { promisify } from "node:util"
import { brotliDecompress } from "node:zlib"
import { Effect } from "effect"
import { onFile, readDataFile, sizeOf } from "./dataFiles.ts"
import type { DataSet } from "./DataSet.ts"
import { bundledFolder } from "../bundledFolder.ts"
import { DataSetBuilder } from "./DataSetBuilder.ts"
import { generatedNotices } from "./generatedNotices.ts"
import { keptComplaints } from "./keptComplaints.ts"
import type { LoadProgress } from "./LoadProgress.ts"
import { recordReaders } from "./recordReaders.ts"
import type { ReferenceServerOptions } from "../ReferenceServerOptions.ts"
import { ReferenceServerError } from "../ReferenceServerError.ts"

const bundledComplaints = "DNC_Complaint_Numbers_2021-07-08.csv.br"
const bundledNotices = "notices.json"

/** The bundled set is the same whatever the seed of the generated one. */
const bundledSeed = 1
const bundledGeneratedNotices = 3_000

/** Told apart by the version of a data set, when the generator makes other records from the same seed. */
const generatorVersion = 2

/** Requests are answered between two of these. */
const generatedAtOnce = 5_000

const decompress = promisify(brotliDecompress)

const versionOf = (parts: Iterable<Uint8Array | string>): string => {
  const digest = createHash("sha256")
  for (const part of parts) digest.update(part)
  return digest.digest("hex").slice(0, 16)
}

/** Tells how far a load has come, and puts it together at its end. */
class Load {
  readonly builder: DataSetBuilder
  readonly #tell: ReferenceServerOptions["onLoadProgress"]

  constructor({ onBadRow = "fail", onLoadProgress }: ReferenceServerOptions) {
    this.builder = new DataSetBuilder(onBadRow)
    this.#tell = onLoadProgress
  }

  tell(phase: LoadProgress["phase"], share: number | undefined): void {
    const { broken, records } = this.builder
    this.#tell?.({ phase, records, share, skipped: broken.count, firstSkipped: broken.first })
  }

  /** What another load has put together. */
  again(dataSet: DataSet): DataSet {
    const { complaints, notices, skipped } = dataSet.summary
    this.#tell?.({ phase: "done", records: complaints + notices, share: 1, skipped, firstSkipped: [] })
    return dataSet
  }

  build(source: string, isSample: boolean, version: string): DataSet {
    this.tell("indexing", 1)
    const dataSet = this.builder.build(source, isSample, version)
    this.tell("done", 1)
    return dataSet
  }
}

const loadFiles = Effect.fnUntraced(function* (paths: ReadonlyArray<string>, load: Load) {
  const { builder } = load
  const digest = createHash("sha256")
  const size = yield* sizeOf(paths)
  let bytesRead = 0
  const onBytes = (bytes: number): void => {
    bytesRead += bytes
    load.tell("reading", size === undefined || size === 0 ? undefined : Math.min(1, bytesRead / size))
  }
  for (const path of paths) yield* Effect.scoped(readDataFile(path, { builder, digest, onBytes }))
  return load.build(paths.map((path) => basename(path)).join(", "), false, digest.digest("hex").slice(0, 16))
})

/**
 * The bundled sets that servers of this process have loaded, by their folders: a data set never changes, so a test suite
 * that starts a server for every test reads it once.
 */
const bundledSets = new Map<string, WeakRef<DataSet>>()

const loadBundled = Effect.fnUntraced(function* (folder: URL, load: Load) {
  const loaded = bundledSets.get(folder.href)?.deref()
  if (loaded !== undefined) return load.again(loaded)
  const complaintsFile = new URL(bundledComplaints, folder)
  const noticesFile = new URL(bundledNotices, folder)
  const complaints = yield* onFile(complaintsFile, () => readFile(complaintsFile))
  const notices = yield* onFile(noticesFile, () => readFile(noticesFile))
  const version = versionOf([complaints, notices, String(bundledSeed)])
  const kept = yield* onFile(complaintsFile, () => keptComplaints(folder, version))
  const { builder } = load
  if (kept !== undefined) builder.takeKept(kept)
  else recordReaders.csv(builder).take(yield* onFile(complaintsFile, () => decompress(complaints)), true)
  recordReaders.json(builder).take(notices, true)
  builder.addNoticesLater({
    count: bundledGeneratedNotices,
    make: () => generatedNotices(bundledGeneratedNotices, bundledSeed)
  })
  const dataSet = load.build("sample of 7 July 2021", true, version)
  bundledSets.set(folder.href, new WeakRef(dataSet))
  return dataSet
})

const loadGenerated = Effect.fnUntraced(function* (count: number, seed: number, load: Load) {
  const { GeneratedComplaints } = yield* Effect.promise(() => import("./GeneratedComplaints.ts"))
  const { builder } = load
  const complaints = new GeneratedComplaints(seed)
  for (let made = 0; made < count; made++) {
    builder.addGenerated(complaints.next())
    if (made % generatedAtOnce === 0) {
      load.tell("reading", made / count)
      yield* Effect.yieldNow
    }
  }
  for (const notice of generatedNotices(Math.floor(count / 100), seed)) builder.addNotice(notice)
  const version = versionOf([`generated ${generatorVersion} ${count} ${seed}`])
  return load.build(`${count} generated complaints (seed ${seed})`, true, version)
})

/**
 * Loads what the options name: files, a generated set, or the bundled sample.
 *
 * **Fails with** one sentence with the file, and the line or the record where it is broken.
 */
export const loadDataSet = (options: ReferenceServerOptions): Effect.Effect<DataSet, ReferenceServerError> => {
  const { bundledData = bundledFolder, data = [], synthetic } = options
  if (data.length > 0 && synthetic !== undefined) {
    return Effect.fail(
      new ReferenceServerError({ message: "Data files and generated data cannot be served together; leave out one." })
    )
  }
  return Effect.suspend(() => {
    const load = new Load(options)
    if (data.length > 0) return loadFiles(data, load)
    return synthetic === undefined ? loadBundled(bundledData, load) : loadGenerated(synthetic, options.seed ?? 1, load)
  })
}
