import { nearestName } from "@public-records/core"
import { type Sentences } from "../CommandFailure.ts"
import { type Environment } from "../Host.ts"

/** Every environment variable that the program reads, with its description for the man page. */
export const environmentVariables: ReadonlyArray<readonly [name: string, means: string]> = [
  ["PUBLIC_RECORDS_API_KEY", "The API key. There is no flag for it, and no part of it is ever shown."],
  ["PUBLIC_RECORDS_API_KEY_FILE", "A file that contains the key."],
  ["PUBLIC_RECORDS_API_KEY_COMMAND", "A command that prints the key."],
  ["PUBLIC_RECORDS_BASE_URL", "The default of --base-url."],
  ["PUBLIC_RECORDS_REQUESTS_PER_HOUR", "The default of --requests-per-hour."],
  ["PUBLIC_RECORDS_MAX_RETRY_AFTER", "The longest pause of the service to wait for, also without --max-wait."],
  ["PUBLIC_RECORDS_MAX_WAIT", "The default of --max-wait."],
  ["PUBLIC_RECORDS_REDIS_URL", "A Redis server through which all processes with the same key share one budget."],
  ["PUBLIC_RECORDS_MIRROR", "The default of --mirror-file."],
  ["PUBLIC_RECORDS_CA", "The default of --ca."],
  ["PUBLIC_RECORDS_SERVER_API_KEYS", "API keys that serve accepts, separated by commas."],
  ["HTTPS_PROXY, HTTP_PROXY, NO_PROXY", "The proxy for requests to the service, and the hosts to connect to directly."],
  ["NODE_EXTRA_CA_CERTS", "A file with certificates that Node.js trusts in addition to its own."],
  ["NO_COLOR", "If it is not empty, the terminal UI uses no colors."]
]

/** Returns the variable of a setting: `baseUrl` is `PUBLIC_RECORDS_BASE_URL`. */
export const variableOf = (setting: string): string =>
  `PUBLIC_RECORDS_${setting.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

/** Returns a warning about a variable that looks like a setting but is not one. Ignores the variables of this project's tests. */
export const unknownVariable = (environment: Environment): Sentences | undefined => {
  const known = environmentVariables.map(([name]) => name)
  const unknown = Object.keys(environment).find(
    (name) => /^PUBLIC_RECORDS_(?!TEST_)/.test(name) && !known.includes(name) && environment[name] !== ""
  )
  if (unknown === undefined) return undefined
  const meant = nearestName(unknown, known)
  return [`${unknown} is not a known setting.`, meant === undefined ? "Unset it." : `Did you mean ${meant}?`]
}
