import { cutLine, fillDisk, fillLimit, type InterruptedExport, killExports } from "./interrupt.ts"
import { serveRecords } from "./ServedRecords.ts"

const records = 20_000

/** Exports that were interrupted in every way, and what was wrong. */
export interface SoakedExports {
  readonly kills: number
  readonly problems: ReadonlyArray<string>
  /** What could not be tried on this machine. */
  readonly untried: ReadonlyArray<string>
}

/** Kills exports of each format so often, fills disks under them, and cuts their line. */
export const soakExports = async (seed: number, kills: number, folder: string): Promise<SoakedExports> => {
  const served = await serveRecords(records, seed)
  const asked = (format: InterruptedExport["format"]): InterruptedExport => ({ served, folder, seed, format, kills })
  try {
    const problems: Array<string> = []
    for (const format of ["ndjson", "csv", "parquet"] as const) {
      problems.push(...(await killExports(asked(format))).problems)
    }
    problems.push(...(await fillLimit(asked("csv"))), ...(await cutLine(asked("ndjson"))))
    const full = await fillDisk(asked("ndjson"))
    return {
      kills: 3 * kills,
      problems: problems.concat(full ?? []),
      untried: full === undefined ? ["a full disk, because none can be mounted"] : []
    }
  } finally {
    await served.close()
  }
}
