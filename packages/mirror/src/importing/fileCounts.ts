import type { ImportReport } from "../ImportEvent.ts"
import type { FileContents } from "./readFile.ts"

/** Counts of what is in the files of an import. */
export interface FileCounts {
  skipped: ImportReport["skipped"]
  unknownRobocalls: number
}

export const emptyFileCounts = (): FileCounts => ({ skipped: {}, unknownRobocalls: 0 })

export const addFile = (counts: FileCounts, { skipped, unknownRobocalls }: FileContents): void => {
  for (const [line, count] of skipped)
    counts.skipped = { ...counts.skipped, [line]: (counts.skipped[line] ?? 0) + count }
  counts.unknownRobocalls += unknownRobocalls
}
