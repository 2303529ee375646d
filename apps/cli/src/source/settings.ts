import { expandHome } from "@public-records/text/home"
import { Duration, Effect, Option, Redacted, Result } from "effect"
import { dirname, isAbsolute, join } from "node:path"
import { type SourceFlags } from "../flags.ts"
import { flagName, removeOne, type Sentences, usageFailures } from "../CommandFailure.ts"
import { type Environment } from "../Host.ts"
import { variableOf } from "./environment.ts"
import { type SettingsFile } from "./settingsFile.ts"

/** The value of a setting, and its source: a flag, a variable or a member of the file. */
export interface Setting<Value> {
  readonly value: Value
  readonly from: string
  readonly isInFile?: boolean
}

/** The setting for the API key, which contains the key itself, a file name, or a command that prints the key. */
export interface KeySetting extends Setting<string> {
  readonly kind: "key" | "file" | "command"
}

/** Parses a setting. If it is invalid, fails with its source and `problem`. */
const parsed = <Value>(
  setting: Setting<string> | undefined,
  parse: (text: string) => Option.Option<Value>,
  problem: (text: string) => Sentences
): Result.Result<Setting<Value> | undefined, Sentences> => {
  if (setting === undefined) return Result.succeed(undefined)
  const value = Option.getOrUndefined(parse(setting.value))
  if (value !== undefined) return Result.succeed({ ...setting, value })
  const [summary, fix] = problem(setting.value)
  return Result.fail([setting.from + summary, fix])
}

const settingFrom = <Value>(from: string, value: Value | undefined): Setting<Value> | undefined =>
  value === undefined || value === "" ? undefined : { value, from }

const units: Readonly<Record<string, Duration.Unit>> = {
  ms: "millis",
  s: "seconds",
  m: "minutes",
  h: "hours",
  d: "days"
}

/** Longer than any useful setting, and short enough for every clock and timer. */
const maxDuration = Duration.days(366)

/** Parses a duration of up to 366 days: `90s`, `2m`, `3h`, or in the syntax of Effect, `2 minutes`. */
export const readDuration = (text: string): Option.Option<Duration.Duration> => {
  const [, amount, suffix = ""] = /^(\d+(?:\.\d+)?)(.+)$/.exec(text) ?? []
  const [, unit] =
    Object.entries(units).find(([short, unit]) => [short, ` ${unit}`, ` ${unit.slice(0, -1)}`].includes(suffix)) ?? []
  if (unit === undefined) return Option.none()
  return Option.filter(Duration.fromInput(`${Number(amount)} ${unit}`), Duration.isLessThanOrEqualTo(maxDuration))
}

const readPositiveDuration = (text: string): Option.Option<Duration.Duration> =>
  Option.filter(readDuration(text), Duration.isPositive)

const notADuration = (text: string): Sentences => [
  `: "${text}" is not a duration.`,
  "Write it as 90s, 2m or 3h, up to 366d."
]

const readCount = (text: string): Option.Option<number> =>
  /^[1-9]\d{0,8}$/.test(text) ? Option.some(Number(text)) : Option.none()

const notACount = (text: string): Sentences => [
  `: "${text}" is not a number of requests.`,
  "Use an integer of 1 or more."
]

/** Whether text is a URL that the Redis client supports. The path may only be a database number. */
const isRedisUrl = (text: string): boolean => {
  if (/%(?![0-9a-f]{2})/i.test(text)) return false
  if (/^unix:\/\/([^/@]*@)?\/[^?#]/.test(text)) return true
  return /^rediss?:\/\/[^/]/.test(text) && URL.canParse(text) && /^(\/\d*)?$/.test(new URL(text).pathname)
}

const notARedisUrl = (): Sentences => [
  " is not the URL of a Redis server.",
  "Write it as redis://HOST:PORT, rediss://HOST:PORT for TLS, or unix:///PATH, with USER:PASSWORD@ before the host if required."
]

/** The value of `--mirror-file` for the bundled days. */
export const sampleName = "sample"

/** Returns a setting that names a file. `~/` is the home folder, and a relative path in the configuration file counts from there. */
const withPath = <Named extends Setting<string>>(
  setting: Named | undefined,
  environment: Environment,
  file: SettingsFile
): Named | undefined => {
  if (setting === undefined) return undefined
  const path = expandHome(setting.value, environment)
  const value = setting.isInFile !== true || isAbsolute(path) ? path : join(dirname(file.path), path)
  return { ...setting, value }
}

/** Returns the setting that names the file of the mirror. */
export const mirrorSetting = (
  { mirrorFile }: Pick<SourceFlags, "mirrorFile">,
  environment: Environment,
  file: SettingsFile
): Setting<string> | undefined => {
  const setting =
    settingFrom("--mirror-file", mirrorFile) ??
    settingFrom(variableOf("mirror"), environment[variableOf("mirror")]) ??
    inFileOf(file, "mirror", file.mirror)
  return setting?.value === sampleName ? setting : withPath(setting, environment, file)
}

const inFileOf = <Value>(file: SettingsFile, name: keyof SettingsFile, value: Value | undefined) => {
  const setting = settingFrom(`"${name}" in ${file.path}`, value)
  return setting === undefined ? undefined : { ...setting, isInFile: true }
}

const keyMembers = [
  ["key", "apiKey"],
  ["file", "apiKeyFile"],
  ["command", "apiKeyCommand"]
] as const

/**
 * Resolves every setting. A flag overrides the environment, which overrides the file. A missing setting is `undefined`.
 *
 * **Fails with** a usage failure that names every invalid setting.
 */
export const resolveSettings = Effect.fnUntraced(function* (
  flags: SourceFlags,
  environment: Environment,
  file: SettingsFile
) {
  const inEnvironment = (name: string) => settingFrom(variableOf(name), environment[variableOf(name)])
  const inFile = <Value>(name: keyof SettingsFile, value: Value | undefined) => inFileOf(file, name, value)
  const of = (name: "baseUrl" | "ca" | "requestsPerHour" | "maxWait") =>
    settingFrom(flagName(name), flags[name]) ?? inEnvironment(name) ?? inFile(name, file[name]?.toString())
  const keys = [
    ...keyMembers.map(([kind, name]) => ({ kind, setting: inEnvironment(name) })),
    ...keyMembers.map(([kind, name]) => ({ kind, setting: inFile(name, file[name]) }))
  ].flatMap(({ kind, setting }): ReadonlyArray<KeySetting> => (setting === undefined ? [] : [{ ...setting, kind }]))
  const [key] = keys
  const redisUrl = inEnvironment("redisUrl") ?? inFile("redisUrl", file.redisUrl)
  const maxRetryAfter = inEnvironment("maxRetryAfter") ?? inFile("maxRetryAfter", file.maxRetryAfter)
  const maxWait = flags.noWait ? { value: "0s", from: "--no-wait" } : of("maxWait")
  const read = {
    maxWait:
      flags.noWait && flags.maxWait !== undefined
        ? Result.fail(["--no-wait and --max-wait cannot be used together.", removeOne] as const)
        : parsed(maxWait, readDuration, notADuration),
    redisUrl: parsed(
      redisUrl,
      (text) => (isRedisUrl(text) ? Option.some(Redacted.make(text)) : Option.none()),
      notARedisUrl
    ),
    requestsPerHour: parsed(of("requestsPerHour"), readCount, notACount),
    maxRetryAfter: parsed(maxRetryAfter, readPositiveDuration, notADuration)
  }
  const settings = Result.all(read)
  if (Result.isFailure(settings)) {
    const all: ReadonlyArray<Result.Result<unknown, Sentences>> = Object.values(read)
    return yield* usageFailures(all.flatMap((one) => (Result.isFailure(one) ? [one.failure] : [])))
  }
  return {
    key: key?.kind === "file" ? withPath(key, environment, file) : key,
    baseUrl: of("baseUrl"),
    allowHttp:
      settingFrom<boolean>("--allow-http", flags.allowHttp || undefined) ?? inFile("allowHttp", file.allowHttp),
    ca: withPath(of("ca"), environment, file),
    mirror: mirrorSetting(flags, environment, file),
    ...settings.success
  }
})

export type Settings = Effect.Success<ReturnType<typeof resolveSettings>>
