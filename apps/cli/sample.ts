import { DuckDBInstance } from "@duckdb/node-api"
import { Mirror } from "@public-records/mirror"
import { Effect, Stream } from "effect"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { brotliDecompressSync } from "node:zlib"
import { generatedNotices } from "../../packages/server/src/dataset/generatedNotices.ts"

/** Two real days of complaints. Their names say which. */
const dailyFiles = [
  new URL("../../packages/files/test/data/DNC_Complaint_Numbers_2019-12-16.csv.br", import.meta.url),
  new URL("../../packages/server/data/DNC_Complaint_Numbers_2021-07-08.csv.br", import.meta.url)
]
const realNotices = new URL("../../packages/server/data/notices.json", import.meta.url)

/** The number and the seed of the reference server's sample. */
const [generatedCount, seed] = [3_000, 1]

/** Copies a mirror. With blocks of the usual size, its small tables would take most of the file. */
const copySmall = async (file: string, path: string): Promise<void> => {
  const instance = await DuckDBInstance.create()
  const connection = await instance.connect()
  for (const statement of [
    `attach '${file}' as mirror (read_only)`,
    `attach '${path}' as sample (storage_version 'v1.4.0', block_size 16384)`,
    "copy from database mirror to sample",
    "detach sample"
  ])
    await connection.run(statement)
  connection.closeSync()
  instance.closeSync()
}

/** Writes the bundled sample, a mirror: two days of complaints, two real notices, and generated ones. */
export const writeSample = async (path: string): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), "public-records-sample-"))
  try {
    const paths: Array<string> = []
    const add = async (name: string, contents: Uint8Array | string): Promise<void> => {
      paths.push(join(folder, name))
      await writeFile(join(folder, name), contents)
    }
    for (const file of dailyFiles) await add(basename(file.pathname, ".br"), brotliDecompressSync(await readFile(file)))
    await add("notices.json", await readFile(realNotices))
    // The tag and the names of the parties say that these are generated.
    const notices = generatedNotices(generatedCount, seed).map((notice) =>
      Object.assign({}, notice, { tags: ["generated"] })
    )
    await add("generated.ndjson", notices.map((notice) => `${JSON.stringify(notice)}\n`).join(""))
    const file = join(folder, "mirror.duckdb")
    const imported = Mirror.use((mirror) => Stream.runDrain(mirror.importFiles(paths)))
    await Effect.runPromise(Effect.provide(imported, Mirror.layer({ file, access: "write" })))
    await copySmall(file, path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
