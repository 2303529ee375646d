import { nearestName } from "@public-records/core"
import { readTextFile } from "@public-records/text/readTextFile"
import { Effect, Predicate, Result } from "effect"
import { join } from "node:path"
import { type CommandFailure, type Sentences, usageFailure, usageFailures } from "../CommandFailure.ts"
import { type SourceFlags } from "../flags.ts"
import { type Environment, Host } from "../Host.ts"
import { userFolder } from "../userFolder.ts"
import { type ConfigurationFile, settingNames, type SettingSources } from "./userSettings.ts"

const maxShownName = 40

/** Returns the problem of a member that is no setting. **Gotchas** never quotes its value, which may be the key. */
const unknownMember = (path: string, name: string): Sentences => {
  const shown = name.slice(0, maxShownName)
  const meant = nearestName(shown, settingNames)
  return [
    `The configuration file ${path} has a member "${shown}", which is not a known setting.`,
    meant === undefined ? `Known settings: ${settingNames.join(", ")}.` : `Did you mean "${meant}"?`
  ]
}

/** Extracts the position of a JSON syntax error from its message, the rest of which may quote the key. */
const positionOf = (error: unknown): string => {
  const position = Predicate.isError(error) ? /line \d+ column \d+/.exec(error.message) : null
  return position === null ? "" : ` at ${position[0]}`
}

/** Returns the path of the file: `$XDG_CONFIG_HOME/public-records/config.json`, by default in `~/.config`. */
export const configurationPath = (environment: Environment): Effect.Effect<string> =>
  Effect.map(userFolder("config", environment), (folder) => join(folder, "config.json"))

const groupOrOthers = 0o077

/** Reads the configuration file. A missing file is empty. **Gotchas** no message quotes a value. */
export const readConfigurationFile = Effect.fnUntraced(function* (
  path: string
): Effect.fn.Return<ConfigurationFile, CommandFailure> {
  const unusable = (problem: string) =>
    usageFailure(`The configuration file ${path} ${problem}.`, "Correct or remove it.")
  const file = yield* Effect.result(readTextFile(path, { acceptsPipes: false }))
  if (Result.isFailure(file)) {
    const { code, reason } = file.failure
    return code === "ENOENT" || code === "ENOTDIR"
      ? { path, members: {} }
      : yield* unusable(`cannot be used: ${reason}`)
  }
  const value = yield* Effect.try({
    try: (): unknown => JSON.parse(file.success.text),
    catch: (error) => unusable(`is not JSON${positionOf(error)}`)
  })
  if (!Predicate.isObject(value)) return yield* unusable("must contain one object")
  const members: ConfigurationFile["members"] = { ...value }
  const known: ReadonlyArray<string> = settingNames
  const unknown = Object.keys(members).filter((name) => !known.includes(name))
  if (unknown.length > 0) return yield* usageFailures(unknown.map((name) => unknownMember(path, name)))
  const isOpen = process.platform !== "win32" && (file.success.mode & groupOrOthers) !== 0
  return members["apiKey"] !== undefined && isOpen
    ? {
        path,
        members,
        warning: [`${path} contains a key and is readable by other users.`, `Run: chmod 600 ${path}`]
      }
    : { path, members }
})

/** Returns where settings are set: flags, the environment, and the configuration file of the user. */
export const settingSources = Effect.fnUntraced(function* (
  flags: Partial<SourceFlags>
): Effect.fn.Return<SettingSources, CommandFailure, Host> {
  const { environment } = yield* Host
  const file = yield* readConfigurationFile(yield* configurationPath(environment))
  return { flags, environment, file }
})
