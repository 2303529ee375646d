import { nearestName } from "@public-records/core"

/** Returns ` Did you mean …?` to append to a sentence, or an empty string if no name is similar. */
export const didYouMean = (typed: string, names: ReadonlyArray<string>): string => {
  const name = nearestName(typed, names)
  return name === undefined ? "" : ` Did you mean ${name}?`
}
