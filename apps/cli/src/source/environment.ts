import { type Sentences } from "../CommandFailure.ts"
import { type Environment } from "../Host.ts"
import { nearest } from "../didYouMean.ts"

/** Every variable of the environment that the program reads, with its meaning for the man page. */
export const environmentVariables: ReadonlyArray<readonly [name: string, means: string]> = [
  ["PUBLIC_RECORDS_API_KEY", "The API key. It is never a flag, and no part of it is ever shown."],
  ["PUBLIC_RECORDS_API_KEY_FILE", "A file that holds the key."],
  ["PUBLIC_RECORDS_API_KEY_COMMAND", "A command that prints the key."],
  ["PUBLIC_RECORDS_BASE_URL", "As --base-url."],
  ["PUBLIC_RECORDS_REQUESTS_PER_HOUR", "As --requests-per-hour."],
  ["PUBLIC_RECORDS_MAX_RETRY_AFTER", "As --max-retry-after."],
  ["PUBLIC_RECORDS_MAX_WAIT", "As --max-wait."],
  ["PUBLIC_RECORDS_REDIS_URL", "A Redis in which all processes with the same key keep one budget."],
  ["PUBLIC_RECORDS_CA", "As --ca."],
  ["PUBLIC_RECORDS_SERVER_API_KEYS", "Keys that serve accepts, with commas between them."],
  ["HTTPS_PROXY, HTTP_PROXY, NO_PROXY", "The proxy on the way to the service, and the hosts that need none."],
  ["NODE_EXTRA_CA_CERTS", "A file of certificates that Node.js trusts beside its own."],
  ["NO_COLOR", "If it is not empty, the terminal UI uses no colors."]
]

/** The variable of a setting: `baseUrl` is `PUBLIC_RECORDS_BASE_URL`. */
export const variableOf = (setting: string): string =>
  `PUBLIC_RECORDS_${setting.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

/** Returns a sentence about a variable that looks like a setting and is none. Variables of this project's tests may be set. */
export const unknownVariable = (environment: Environment): Sentences | undefined => {
  const known = environmentVariables.map(([name]) => name).filter((name) => name.startsWith("PUBLIC_RECORDS_"))
  const unknown = Object.keys(environment).find(
    (name) => /^PUBLIC_RECORDS_(?!TEST_)/.test(name) && !known.includes(name) && environment[name] !== ""
  )
  if (unknown === undefined) return undefined
  const meant = nearest(unknown, known)
  return [`${unknown} is no setting.`, meant === undefined ? "Unset it." : `Did you mean ${meant}?`]
}
