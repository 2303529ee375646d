import { Effect, Predicate, Result } from "effect"
import { homedir } from "node:os"
import { join } from "node:path"
import { type CommandFailure, usageFailure } from "../CommandFailure.ts"
import { type Environment } from "../Host.ts"
import { nearest } from "../nearest.ts"
import { readTextFile } from "@public-records/text/readTextFile"

/** Settings that are kept in a file, each of which may be absent. */
export interface SettingsFile {
  readonly path: string
  readonly apiKey?: string
  readonly apiKeyFile?: string
  readonly apiKeyCommand?: string
  readonly baseUrl?: string
  readonly allowHttp?: boolean
  readonly requestsPerHour?: number
  readonly maxRetryAfter?: string
  readonly maxWait?: string
  readonly redisUrl?: string
  readonly ca?: string
  readonly theme?: string
  readonly keys?: object
  /** A warning about a file that can be used. */
  readonly warning?: string
}

const text = {
  is: (value: unknown): value is string => Predicate.isString(value) && !value.includes("\0"),
  expected: "a text without NUL characters"
}

const longestShownName = 40

/** The members that the file may have. */
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
  ca: text,
  theme: text,
  keys: { is: Predicate.isObject, expected: "an object" }
} as const

type Member = keyof typeof members

const isMember = (name: string): name is Member => Object.hasOwn(members, name)

const problemOf = (path: string, name: string, value: unknown): string | undefined => {
  if (!isMember(name)) {
    const shown = name.slice(0, longestShownName)
    const meant = nearest(shown, Object.keys(members))
    const advice = meant === undefined ? `It may have ${Object.keys(members).join(", ")}.` : `Did you mean "${meant}"?`
    return `The configuration file ${path} has a member "${shown}", which is not a known setting. ${advice}`
  }
  return members[name].is(value)
    ? undefined
    : `"${name}" in the configuration file ${path} must be ${members[name].expected}; change or remove it.`
}

/** Where a JSON text breaks off, from the parser's message; the rest of the message may quote the key. */
const placeOf = (error: unknown): string => {
  const place = Predicate.isError(error) ? /line \d+ column \d+/.exec(error.message) : null
  return place === null ? "" : ` at ${place[0]}`
}

const parse = (path: string, content: string): Effect.Effect<unknown, CommandFailure> =>
  Effect.fromResult(
    Result.try({
      try: (): unknown => JSON.parse(content),
      catch: (error) =>
        usageFailure(`The configuration file ${path} is not JSON${placeOf(error)}. Correct or remove it.`)
    })
  )

const isSettings = (value: unknown): value is Omit<SettingsFile, "path"> =>
  Predicate.isObject(value) &&
  Object.entries(value).every(([name, member]) => isMember(name) && members[name].is(member))

/** The file's path: `$XDG_CONFIG_HOME/public-records/config.json`, by default in `~/.config`. */
export const settingsPath = (environment: Environment): string => {
  const home = environment["XDG_CONFIG_HOME"] ?? ""
  const folder = home === "" ? join(environment["HOME"] ?? homedir(), ".config") : home
  return join(folder, "public-records", "config.json")
}

const groupOrOthers = 0o077

const readable = (
  path: string
): Effect.Effect<{ readonly text: string; readonly mode: number } | undefined, CommandFailure> =>
  readTextFile(path, { acceptsPipes: false }).pipe(
    Effect.catch(({ code, reason }) =>
      code === "ENOENT" || code === "ENOTDIR"
        ? Effect.succeed(undefined)
        : Effect.fail(usageFailure(`The configuration file ${path} cannot be used: ${reason}. Correct or remove it.`))
    )
  )

/**
 * Reads the configuration file; without a file nothing is set.
 *
 * **Fails with** a usage failure that names the unknown or wrong member, and never quotes a value.
 */
export const readSettingsFile = Effect.fnUntraced(function* (
  path: string
): Effect.fn.Return<SettingsFile, CommandFailure> {
  const file = yield* readable(path)
  if (file === undefined) return { path }
  const value = yield* parse(path, file.text)
  if (!Predicate.isObject(value) || Array.isArray(value)) {
    return yield* usageFailure(`The configuration file ${path} must hold one object. Correct or remove it.`)
  }
  const problem = Object.entries(value)
    .map(([name, member]) => problemOf(path, name, member))
    .find((problem) => problem !== undefined)
  if (problem !== undefined || !isSettings(value)) return yield* usageFailure(problem ?? `${path} cannot be used.`)
  const isOpen = process.platform !== "win32" && (file.mode & groupOrOthers) !== 0
  return value.apiKey !== undefined && isOpen
    ? { ...value, path, warning: `${path} holds a key and others may read it. Run: chmod 600 ${path}` }
    : { ...value, path }
})
