import { nearestName } from "@public-records/core"
import { readTextFile } from "@public-records/text/readTextFile"
import { Effect, Predicate, Result } from "effect"
import { join } from "node:path"
import { type CommandFailure, type Sentences, usageFailure, usageFailures } from "../CommandFailure.ts"
import { type Environment } from "../Host.ts"
import { userFolder } from "../userFolder.ts"

const text = {
  is: (value: unknown): value is string => Predicate.isString(value) && !value.includes("\0"),
  expected: "a string without NUL characters"
}

const members = {
  apiKey: text,
  apiKeyFile: text,
  apiKeyCommand: text,
  baseUrl: text,
  allowHttp: { is: Predicate.isBoolean, expected: "true or false" },
  requestsPerHour: { is: Predicate.isNumber, expected: "a number" },
  maxRetryAfter: text,
  maxWait: text,
  redisUrl: text,
  mirror: text,
  ca: text,
  theme: text,
  keys: { is: Predicate.isObject, expected: "an object" }
} as const

type Member = keyof typeof members
type MemberValue<Name extends Member> = (typeof members)[Name]["is"] extends ((value: unknown) => value is infer Value)
  ? Value
  : never

type FileMembers = { readonly [Name in Member]?: MemberValue<Name> }

export interface SettingsFile extends FileMembers {
  readonly path: string
  readonly warning?: Sentences
}

const isMember = (name: string): name is Member => Object.hasOwn(members, name)

const isFileMembers = (value: object): value is FileMembers =>
  Object.entries(value).every(([name, member]) => isMember(name) && members[name].is(member))

const maxShownName = 40

/** Returns the problems of a member of the file. **Gotchas** never quotes a value, which may be the key. */
const problemsOf = (path: string, name: string, value: unknown): ReadonlyArray<Sentences> => {
  if (!isMember(name)) {
    const shown = name.slice(0, maxShownName)
    const names = Object.keys(members)
    const meant = nearestName(shown, names)
    const summary = `The configuration file ${path} has a member "${shown}", which is not a known setting.`
    return [[summary, meant === undefined ? `Known settings: ${names.join(", ")}.` : `Did you mean "${meant}"?`]]
  }
  if (members[name].is(value)) return []
  return [[`"${name}" in the configuration file ${path} must be ${members[name].expected}.`, "Change or remove it."]]
}

/** Extracts the position of a JSON syntax error from its message, the rest of which may quote the key. */
const positionOf = (error: unknown): string => {
  const position = Predicate.isError(error) ? /line \d+ column \d+/.exec(error.message) : null
  return position === null ? "" : ` at ${position[0]}`
}

/** Returns the path of the file: `$XDG_CONFIG_HOME/public-records/config.json`, by default in `~/.config`. */
export const settingsPath = (environment: Environment): Effect.Effect<string> =>
  Effect.map(userFolder("config", environment), (folder) => join(folder, "config.json"))

const groupOrOthers = 0o077

/** Reads the configuration file. A missing file is empty. **Gotchas** no message quotes a value. */
export const readSettingsFile = Effect.fnUntraced(function* (
  path: string
): Effect.fn.Return<SettingsFile, CommandFailure> {
  const unusable = (problem: string) =>
    usageFailure(`The configuration file ${path} ${problem}.`, "Correct or remove it.")
  const file = yield* Effect.result(readTextFile(path, { acceptsPipes: false }))
  if (Result.isFailure(file)) {
    const { code, reason } = file.failure
    return code === "ENOENT" || code === "ENOTDIR" ? { path } : yield* unusable(`cannot be used: ${reason}`)
  }
  const value = yield* Effect.try({
    try: (): unknown => JSON.parse(file.success.text),
    catch: (error) => unusable(`is not JSON${positionOf(error)}`)
  })
  if (!Predicate.isObject(value)) return yield* unusable("must contain one object")
  const problems = Object.entries(value).flatMap(([name, member]) => problemsOf(path, name, member))
  if (!isFileMembers(value)) return yield* usageFailures(problems)
  const isOpen = process.platform !== "win32" && (file.success.mode & groupOrOthers) !== 0
  return value.apiKey !== undefined && isOpen
    ? { ...value, path, warning: [`${path} contains a key and is readable by other users.`, `Run: chmod 600 ${path}`] }
    : { ...value, path }
})

/** Reads the configuration file of the user. */
export const readSettings = (environment: Environment) => Effect.flatMap(settingsPath(environment), readSettingsFile)
