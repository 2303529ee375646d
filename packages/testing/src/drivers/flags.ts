import { type ComplaintInput, type NoticeInput } from "@public-records/core"

/** Whether an input has fields that neither a flag nor the filter form supports. */
export const isForProgramsOnly = ({ acquiredParty, acquiringParty, id, titleExactly }: NoticeInput): boolean =>
  [acquiredParty, acquiringParty, id, titleExactly].some((value) => value !== undefined)

/** Returns the flags of the executable for an input: `createdFrom` is `--created-from`. */
export const flagsOf = (input: ComplaintInput | NoticeInput): ReadonlyArray<string> =>
  Object.entries(input).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, String(value)]
  )
