import { basename, dirname, join } from "node:path"

/** The files of one export: the finished one, and what is beside it on the way and afterwards. */
export interface Target {
  readonly file: string
  /** The records so far. */
  readonly partial: string
  /** A Parquet file on its way. */
  readonly converting: string
  readonly checkpoint: string
  readonly lock: string
  readonly rejected: string
  readonly manifest: string
}

const targetBeside = (file: string, beside: string): Target => ({
  file,
  partial: `${beside}.partial`,
  converting: `${beside}.converting`,
  checkpoint: `${beside}.checkpoint`,
  lock: `${beside}.lock`,
  rejected: `${beside}.rejected.ndjson`,
  manifest: `${beside}.manifest.json`
})

/** The files of an export to a file. */
export const fileTarget = (file: string): Target => targetBeside(file, file)

/**
 * The files of an export of one day to a folder in Hive form. What is beside the part begins with `_`, which engines that read
 * the folder as a table pass over.
 */
export const dayTarget = (folder: string, day: string): Target => {
  const file = join(folder, `created_date=${day}`, "part-0.parquet")
  return targetBeside(file, join(dirname(file), `_${basename(file)}`))
}
