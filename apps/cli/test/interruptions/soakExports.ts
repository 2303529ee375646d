import { cutConnection, fillDisk, fillLimit, type InterruptedExport, killExports } from "./interrupt.ts"
import { fillFolderDisk, killFolders, limitFolder, raceFolders } from "./folderExports.ts"
import { serveRecords } from "./ServedRecords.ts"

const records = 20_000

/** Kills exports of each format to a file and to a folder, fills their disk, and cuts their connection. */
export const soakExports = async (seed: number, kills: number, folder: string) => {
  const served = await serveRecords(records, seed)
  const job = (format: InterruptedExport["format"]): InterruptedExport => ({ served, folder, seed, format, kills })
  try {
    const problems: Array<string> = []
    for (const format of ["ndjson", "csv", "parquet"] as const) {
      problems.push(...(await killExports(job(format))).problems)
      const byDay = { folder, seed, format }
      problems.push(...(await killFolders(byDay, kills)), ...(await limitFolder(byDay)), ...(await raceFolders(byDay)))
      problems.push(...((await fillFolderDisk(byDay)) ?? []))
    }
    problems.push(...(await fillLimit(job("csv"))), ...(await cutConnection(job("ndjson"))))
    const full = await fillDisk(job("ndjson"))
    return {
      problems: problems.concat(full ?? []),
      summary: `killed ${6 * kills} times, disk filled and connection closed`,
      untried: full === undefined ? ["a full disk, because no disk can be mounted"] : []
    }
  } finally {
    await served.close()
  }
}
