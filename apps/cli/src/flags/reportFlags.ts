import { choiceFlag, type FlagValues } from "./flag.ts"
import { outputFlags } from "./outputFlags.ts"
import { sourceFlags } from "./sourceFlags.ts"

const reportFormat = {
  format: choiceFlag("format", ["table", "json"], "How the report is printed: for people, or for programs (table)")
}
const { noProgress, quiet, verbose } = outputFlags

/** The flags of `config`. */
export const configFlags = { ...reportFormat, ...sourceFlags }
export type ConfigFlags = FlagValues<typeof configFlags>

/** The flags of `doctor`. */
export const doctorFlags = { ...reportFormat, verbose, ...sourceFlags }
export type DoctorFlags = FlagValues<typeof doctorFlags>

/** The flags of `check`. */
export const checkFlags = { ...reportFormat, verbose, quiet, noProgress, ...sourceFlags }
export type CheckFlags = FlagValues<typeof checkFlags>
