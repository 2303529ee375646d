import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { basename } from "node:path"
import { promisify } from "node:util"
import { brotliDecompress } from "node:zlib"
import { Effect, Predicate } from "effect"
import { addCsv, addDataFile, addJson } from "./dataFile.ts"
import type { DataSet } from "./DataSet.ts"
import { bundledFolder } from "../bundledFolder.ts"
import { DataSetBuilder } from "./DataSetBuilder.ts"
import { generatedComplaints } from "./generatedComplaints.ts"
import { generatedNotices } from "./generatedNotices.ts"
import type { ReferenceServerOptions } from "../ReferenceServerOptions.ts"
import { ReferenceServerError } from "../ReferenceServerError.ts"

const bundledComplaints = "DNC_Complaint_Numbers_2021-07-08.csv.br"
const bundledNotices = "notices.json"

/** The bundled set is the same whatever the seed of the generated one. */
const bundledSeed = 1
const bundledGeneratedNotices = 3_000

const decompress = promisify(brotliDecompress)

const reasonOf = (cause: unknown): string => {
  const code = Predicate.hasProperty(cause, "code") ? cause.code : undefined
  if (code === "ENOENT") return "there is no such file"
  if (code === "EACCES") return "it may not be read"
  if (code === "EISDIR") return "it is a folder"
  return cause instanceof Error ? cause.message : String(cause)
}

const read = (path: string | URL): Effect.Effect<Buffer, ReferenceServerError> =>
  Effect.tryPromise({
    try: () => readFile(path),
    catch: (cause) =>
      new ReferenceServerError({ message: `The data file ${String(path)} cannot be read: ${reasonOf(cause)}.` })
  })

const readCompressed = (path: URL): Effect.Effect<Buffer, ReferenceServerError> =>
  Effect.flatMap(read(path), (bytes) =>
    Effect.tryPromise({
      try: () => decompress(bytes),
      catch: (cause) =>
        new ReferenceServerError({ message: `The data file ${String(path)} cannot be read: ${reasonOf(cause)}.` })
    })
  )

const versionOf = (parts: Iterable<Uint8Array | string>): string => {
  const digest = createHash("sha256")
  for (const part of parts) digest.update(part)
  return digest.digest("hex").slice(0, 16)
}

const utf8 = new TextDecoder("utf-8", { fatal: false })

const loadFiles = Effect.fnUntraced(function* (paths: ReadonlyArray<string>, onBadRow: "fail" | "skip") {
  const builder = new DataSetBuilder()
  const contents: Array<Uint8Array> = []
  for (const path of paths) {
    const bytes = yield* read(path)
    contents.push(bytes)
    const brokenBefore = builder.broken.length
    addDataFile(path, utf8.decode(bytes), builder)
    const broken = builder.broken.slice(brokenBefore).find(({ isWholeFile }) => isWholeFile || onBadRow === "fail")
    if (broken !== undefined) {
      return yield* new ReferenceServerError({ message: `${path}, ${broken.place}: ${broken.reason}.` })
    }
  }
  return builder.build(paths.map((path) => basename(path)).join(", "), false, versionOf(contents))
})

const loadBundled = Effect.fnUntraced(function* (folder: URL) {
  const csv = yield* readCompressed(new URL(bundledComplaints, folder))
  const notices = yield* read(new URL(bundledNotices, folder))
  const builder = new DataSetBuilder()
  addCsv(utf8.decode(csv), builder)
  addJson(utf8.decode(notices), builder)
  for (const notice of generatedNotices(bundledGeneratedNotices, bundledSeed)) builder.addNotice(notice)
  return builder.build("sample of 7 July 2021", true, versionOf([csv, notices, String(bundledSeed)]))
})

const loadGenerated = Effect.fnUntraced(function* (folder: URL, count: number, seed: number) {
  const models = yield* loadBundled(folder)
  const builder = new DataSetBuilder()
  for (const complaint of generatedComplaints(count, seed, models.complaints)) builder.addComplaint(complaint)
  for (const notice of generatedNotices(Math.floor(count / 100), seed)) builder.addNotice(notice)
  const source = `${count} generated complaints (seed ${seed})`
  return builder.build(source, true, versionOf([models.version, `${count} ${seed}`]))
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
  if (data.length > 0) return loadFiles(data, options.onBadRow ?? "fail")
  if (synthetic === undefined) return loadBundled(bundledData)
  return loadGenerated(bundledData, synthetic, options.seed ?? 1)
}
