import { readFile, writeFile } from "node:fs/promises"
import { cpus, totalmem } from "node:os"
import { Schema } from "effect"
import { Table } from "./Table.ts"

/** What one run of a part found, and on what. */
const PartFigures = Schema.Struct({
  part: Schema.String,
  /** The day, as `2026-11-21`. */
  measured: Schema.String,
  machine: Schema.String,
  versions: Schema.Record(Schema.String, Schema.String),
  table: Table
})
export type PartFigures = typeof PartFigures.Type

const File = Schema.fromJsonString(Schema.Array(PartFigures), { space: 2 })
const file = new URL("../figures.json", import.meta.url)

/** The figures that are kept beside the bench, part by part. */
export const keptFigures = async (): Promise<ReadonlyArray<PartFigures>> =>
  Schema.decodeUnknownSync(File)(await readFile(file, "utf8"))

/** Puts the figures of a run in the place of those that were kept for the same parts. */
export const keep = async (
  parts: Iterable<string>,
  fresh: ReadonlyArray<PartFigures>
): Promise<ReadonlyArray<PartFigures>> => {
  const kept = await keptFigures()
  const all = Array.from(parts).flatMap((part) => {
    const found = fresh.find((figures) => figures.part === part) ?? kept.find((figures) => figures.part === part)
    return found === undefined ? [] : [found]
  })
  await writeFile(file, `${Schema.encodeSync(File)(all)}\n`)
  return all
}

const bytesInGibibyte = 2 ** 30

const machine = (): string => {
  const [{ model } = { model: "unknown processor" }, ...others] = cpus()
  const memory = (totalmem() / bytesInGibibyte).toFixed(0)
  return `${others.length + 1} cores (${model}), ${memory} GiB, ${process.platform} ${process.arch}`
}

const Manifest = Schema.fromJsonString(
  Schema.Struct({
    version: Schema.String,
    devDependencies: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
  })
)
const manifestAt = async (path: string) =>
  Schema.decodeUnknownSync(Manifest)(await readFile(new URL(path, import.meta.url), "utf8"))

/** The versions of Node.js and of all that the bench depends on. */
const versions = async (): Promise<Readonly<Record<string, string>>> => {
  const { devDependencies = {} } = await manifestAt("../package.json")
  const others = Object.keys(devDependencies).filter(
    (name) => !name.startsWith("@public-records/") && name !== "@types/node"
  )
  const read = others.map(
    async (name) => [name, (await manifestAt(`../node_modules/${name}/package.json`)).version] as const
  )
  return { "Node.js": process.version.slice(1), ...Object.fromEntries(await Promise.all(read)) }
}

/** Figures of now and of this machine. */
export const measuredHere = async (part: string, table: Table): Promise<PartFigures> => ({
  part,
  measured: new Date().toISOString().slice(0, 10),
  machine: machine(),
  versions: await versions(),
  table
})
