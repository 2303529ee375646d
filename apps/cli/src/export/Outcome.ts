import { type DayCounts } from "./exportDays.ts"

/** The result of an export, as `--report json` prints it. A member is `null` if it is unknown. */
export interface ExportOutcome extends DayCounts {
  /** Records in the file, or in the files that this run wrote. */
  readonly records: number
  readonly requests: number
  readonly duplicates: number
  readonly rejected: number
  readonly path: string
  /** Whether the service's own count is the number of records that it sent. */
  readonly agrees: boolean | null
}
