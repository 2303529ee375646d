import { nearestName } from "@public-records/core"
import { type Sentences } from "../CommandFailure.ts"
import { type Environment } from "../Host.ts"
import { settingVariables } from "./userSettings.ts"

/** The variable with the API keys that `serve` accepts, separated by commas. */
export const serverKeysVariable = "PUBLIC_RECORDS_SERVER_API_KEYS"

/** Returns a warning about a variable that looks like a setting but is not one. Ignores the variables of this project's tests. */
export const unknownVariable = (environment: Environment): Sentences | undefined => {
  const known = [...settingVariables, serverKeysVariable]
  const unknown = Object.keys(environment).find(
    (name) => /^PUBLIC_RECORDS_(?!TEST_)/.test(name) && !known.includes(name) && environment[name] !== ""
  )
  if (unknown === undefined) return undefined
  const meant = nearestName(unknown, known)
  return [`${unknown} is not a known setting.`, meant === undefined ? "Unset it." : `Did you mean ${meant}?`]
}
