import { outputFlags } from "./outputFlags.ts"
import { reportFlags, type ReportFlags } from "./reportFlags.ts"

/** How the doctor's findings are printed. */
export const doctorFlags = { ...reportFlags, verbose: outputFlags.verbose }

/** What the flags of `doctor` were read as. */
export interface DoctorFlags extends ReportFlags {
  readonly verbose: boolean
}
