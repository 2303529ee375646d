import { Duration, Effect, Option, Redacted } from "effect"
import { type CommandFailure, usageFailure } from "../CommandFailure.ts"
import { type SourceFlags } from "../flags/sourceFlags.ts"
import { type Environment } from "../Host.ts"
import { nearest } from "../nearest.ts"
import { type SettingsFile } from "./settingsFile.ts"

/** A setting's value, and where it was set: a flag, a variable or a member of the file. */
export interface Setting<Value> {
  readonly value: Value
  readonly from: string
}

/** Where the key is to be had: in a setting, in a file, or from a command that prints it. */
export interface KeySetting extends Setting<string> {
  readonly kind: "key" | "file" | "command"
}

/** The settings that were set. If a member is absent, the default of core applies. */
export interface Settings {
  readonly key?: KeySetting
  readonly baseUrl?: Setting<string>
  readonly allowHttp?: Setting<boolean>
  readonly ca?: Setting<string>
  readonly requestsPerHour?: Setting<number>
  readonly maxRetryAfter?: Setting<Duration.Duration>
  /** Zero with `--no-wait`. */
  readonly maxWait?: Setting<Duration.Duration>
  /** Where all processes with the same key keep one budget; it may hold a password. */
  readonly redisUrl?: Setting<Redacted.Redacted>
}

/** The members of `Setting` that flags, environment and file all can hold. */
type TextMember = "baseUrl" | "ca" | "requestsPerHour" | "maxRetryAfter" | "maxWait"

const variableOf = (member: string): string =>
  `PUBLIC_RECORDS_${member.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

const variables: ReadonlySet<string> = new Set(
  [
    "apiKey",
    "apiKeyFile",
    "apiKeyCommand",
    "baseUrl",
    "requestsPerHour",
    "maxRetryAfter",
    "maxWait",
    "redisUrl",
    "ca",
    "serverApiKeys"
  ].map(variableOf)
)

/** A variable that looks like a setting and is none, as a sentence; those of the tests of this program aside. */
export const strangeVariable = (environment: Environment): string | undefined => {
  const strange = Object.keys(environment).find(
    (name) => /^PUBLIC_RECORDS_(?!TEST_)/.test(name) && !variables.has(name) && environment[name] !== ""
  )
  if (strange === undefined) return undefined
  const meant = nearest(strange, Array.from(variables))
  return `${strange} is no setting. ${meant === undefined ? "Unset it." : `Did you mean ${meant}?`}`
}

const setIn = (from: string, value: string | number | undefined): Setting<string> | undefined =>
  value === undefined || value === "" ? undefined : { value: String(value), from }

/** The first of a flag, a variable and a member of the file that is there. */
const chosen = (
  member: TextMember,
  flags: SourceFlags,
  environment: Environment,
  file: SettingsFile
): Setting<string> | undefined => {
  const variable = variableOf(member)
  return (
    setIn(`--${member.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, flags[member]) ??
    setIn(variable, environment[variable]) ??
    setIn(`"${member}" in ${file.path}`, file[member])
  )
}

const keyKinds = [
  { kind: "key", member: "apiKey" },
  { kind: "file", member: "apiKeyFile" },
  { kind: "command", member: "apiKeyCommand" }
] as const

const chosenKey = (environment: Environment, file: SettingsFile): KeySetting | undefined => {
  const inEnvironment = keyKinds.map(({ kind, member }) => ({
    kind,
    setting: setIn(variableOf(member), environment[variableOf(member)])
  }))
  const inFile = keyKinds.map(({ kind, member }) => ({
    kind,
    setting: setIn(`"${member}" in ${file.path}`, file[member])
  }))
  const first = [...inEnvironment, ...inFile].find(({ setting }) => setting !== undefined)
  return first?.setting === undefined ? undefined : { ...first.setting, kind: first.kind }
}

const shortUnits: Readonly<Record<string, Duration.Unit>> = {
  ms: "millis",
  s: "seconds",
  m: "minutes",
  h: "hours",
  d: "days"
}

/** Longer than anything that is asked for in earnest, and short enough for every clock and timer. */
const longestTime = Duration.days(366)

/** A time as people write it, up to 366 days: `90s`, `2m`, `3h`, or in Effect's words, `"2 minutes"`. */
export const readDuration = (text: string): Option.Option<Duration.Duration> =>
  Option.filter(durationIn(text), Duration.isLessThanOrEqualTo(longestTime))

const durationIn = (text: string): Option.Option<Duration.Duration> => {
  const short = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text)
  const unit = shortUnits[short?.[2] ?? ""]
  if (unit !== undefined) return Duration.fromInput(`${Number(short?.[1])} ${unit}`)
  const words = /^(\d+(?:\.\d+)?) ([a-z]+)$/.exec(text)
  const named = Object.values(shortUnits).find((unit) => unit === words?.[2] || unit === `${words?.[2]}s`)
  return named === undefined ? Option.none() : Duration.fromInput(`${Number(words?.[1])} ${named}`)
}

const durationOf = (
  { value, from }: Setting<string>,
  { orZero = false } = {}
): Effect.Effect<Setting<Duration.Duration>, CommandFailure> =>
  Option.match(
    Option.filter(readDuration(value), (duration) => orZero || Duration.toMillis(duration) > 0),
    {
      onNone: () =>
        Effect.fail(usageFailure(`${from}: "${value}" is not a time; write it as 90s, 2m or 3h, at most 366d.`)),
      onSome: (duration) => Effect.succeed({ value: duration, from })
    }
  )

/** How long requests may wait: not at all with `--no-wait`. */
const maxWaitOf = (
  { maxWait, noWait }: SourceFlags,
  setting: Setting<string> | undefined
): Effect.Effect<Setting<Duration.Duration> | undefined, CommandFailure> => {
  if (noWait && maxWait !== undefined) {
    return Effect.fail(usageFailure("--no-wait and --max-wait cannot be used together."))
  }
  if (noWait) return Effect.succeed({ value: Duration.zero, from: "--no-wait" })
  return setting === undefined ? Effect.succeed(undefined) : durationOf(setting, { orZero: true })
}

const countOf = ({ value, from }: Setting<string>): Effect.Effect<Setting<number>, CommandFailure> =>
  /^[1-9]\d{0,8}$/.test(value)
    ? Effect.succeed({ value: Number(value), from })
    : Effect.fail(usageFailure(`${from}: "${value}" is not a number of requests; write a whole number from 1.`))

/** With a database after the host, if any; the client would stumble over more than that. */
const isRedisUrl = (text: string): boolean => {
  if (/%(?![0-9a-f]{2})/i.test(text)) return false
  if (/^unix:\/\/([^/@]*@)?\/[^?#]/.test(text)) return true
  return /^rediss?:\/\/[^/]/.test(text) && URL.canParse(text) && /^(\/\d*)?$/.test(new URL(text).pathname)
}

/** The URL of Redis, which no flag sets. **Gotchas** it is never quoted, because it may hold a password. */
const redisUrlOf = (
  environment: Environment,
  file: SettingsFile
): Effect.Effect<Setting<Redacted.Redacted> | undefined, CommandFailure> => {
  const variable = variableOf("redisUrl")
  const set = setIn(variable, environment[variable]) ?? setIn(`"redisUrl" in ${file.path}`, file.redisUrl)
  if (set === undefined) return Effect.succeed(undefined)
  return isRedisUrl(set.value)
    ? Effect.succeed({ value: Redacted.make(set.value), from: set.from })
    : Effect.fail(
        usageFailure(
          `${set.from} is not the URL of a Redis server; write it as redis://HOST:PORT, rediss://HOST:PORT for TLS, ` +
            "or unix:///PATH, with USER:PASSWORD@ before the host where one is needed."
        )
      )
}

const allowHttpOf = (flags: SourceFlags, file: SettingsFile): Setting<boolean> | undefined => {
  if (flags.allowHttp) return { value: true, from: "--allow-http" }
  return file.allowHttp === undefined ? undefined : { value: file.allowHttp, from: `"allowHttp" in ${file.path}` }
}

/**
 * Resolves every setting: a flag takes precedence over the environment, and the environment over the file.
 *
 * **Fails with** a usage failure that names the place of a setting that cannot be read.
 */
export const resolveSettings = Effect.fnUntraced(function* (
  flags: SourceFlags,
  environment: Environment,
  file: SettingsFile
): Effect.fn.Return<Settings, CommandFailure> {
  const at = (member: TextMember) => chosen(member, flags, environment, file)
  const key = chosenKey(environment, file)
  const baseUrl = at("baseUrl")
  const allowHttp = allowHttpOf(flags, file)
  const ca = at("ca")
  const requestsPerHour = at("requestsPerHour")
  const maxRetryAfter = at("maxRetryAfter")
  const maxWait = yield* maxWaitOf(flags, at("maxWait"))
  const redisUrl = yield* redisUrlOf(environment, file)
  return {
    ...(key === undefined ? {} : { key }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(allowHttp === undefined ? {} : { allowHttp }),
    ...(ca === undefined ? {} : { ca }),
    ...(requestsPerHour === undefined ? {} : { requestsPerHour: yield* countOf(requestsPerHour) }),
    ...(maxRetryAfter === undefined ? {} : { maxRetryAfter: yield* durationOf(maxRetryAfter) }),
    ...(maxWait === undefined ? {} : { maxWait }),
    ...(redisUrl === undefined ? {} : { redisUrl })
  }
})
