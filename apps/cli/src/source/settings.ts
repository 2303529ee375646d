import { Duration, Effect, Option, Redacted, Result } from "effect"
import { type SourceFlags } from "../flags.ts"
import { flagName, usageFailures } from "../CommandFailure.ts"
import { type Environment } from "../Host.ts"
import { variableOf } from "./environment.ts"
import { type SettingsFile } from "./settingsFile.ts"

/** A setting's value, and where it was set: a flag, a variable or a member of the file. */
export interface Setting<Value> {
  readonly value: Value
  readonly from: string
  readonly isInFile?: boolean
}

/** Where the key comes from: the setting itself, a file, or a command that prints it. */
export interface KeySetting extends Setting<string> {
  readonly kind: "key" | "file" | "command"
}

/** Parses the text of a setting. Fails with a sentence if the text is wrong; `problem` is its end. */
const parsed = <Value>(
  setting: Setting<string> | undefined,
  parse: (text: string) => Option.Option<Value>,
  problem: (text: string) => string
): Result.Result<Setting<Value> | undefined, string> => {
  if (setting === undefined) return Result.succeed(undefined)
  return Option.match(parse(setting.value), {
    onNone: () => Result.fail(setting.from + problem(setting.value)),
    onSome: (value) => Result.succeed({ ...setting, value })
  })
}

const setIn = <Value>(from: string, value: Value | undefined): Setting<Value> | undefined =>
  value === undefined || value === "" ? undefined : { value, from }

const units: Readonly<Record<string, Duration.Unit>> = {
  ms: "millis",
  s: "seconds",
  m: "minutes",
  h: "hours",
  d: "days"
}

/** Longer than any real setting, and short enough for every clock and timer. */
const maxDuration = Duration.days(366)

/** Reads a duration of up to 366 days: `90s`, `2m`, `3h`, or in Effect's words, `2 minutes`. */
export const readDuration = (text: string): Option.Option<Duration.Duration> => {
  const [, amount, suffix = ""] = /^(\d+(?:\.\d+)?)(.+)$/.exec(text) ?? []
  const [, unit] =
    Object.entries(units).find(([short, unit]) => [short, ` ${unit}`, ` ${unit.slice(0, -1)}`].includes(suffix)) ?? []
  if (unit === undefined) return Option.none()
  return Option.filter(Duration.fromInput(`${Number(amount)} ${unit}`), Duration.isLessThanOrEqualTo(maxDuration))
}

const readPositiveDuration = (text: string): Option.Option<Duration.Duration> =>
  Option.filter(readDuration(text), Duration.isPositive)

const notADuration = (text: string): string => `: "${text}" is not a time; write it as 90s, 2m or 3h, at most 366d.`

const readCount = (text: string): Option.Option<number> =>
  /^[1-9]\d{0,8}$/.test(text) ? Option.some(Number(text)) : Option.none()

const notACount = (text: string): string => `: "${text}" is not a number of requests; write a whole number from 1.`

/** With at most a database after the host; the client of Redis does not understand more. */
const isRedisUrl = (text: string): boolean => {
  if (/%(?![0-9a-f]{2})/i.test(text)) return false
  if (/^unix:\/\/([^/@]*@)?\/[^?#]/.test(text)) return true
  return /^rediss?:\/\/[^/]/.test(text) && URL.canParse(text) && /^(\/\d*)?$/.test(new URL(text).pathname)
}

const notARedisUrl = (): string =>
  " is not the URL of a Redis server; write it as redis://HOST:PORT, rediss://HOST:PORT for TLS, " +
  "or unix:///PATH, with USER:PASSWORD@ before the host where one is needed."

const keyMembers = [
  ["key", "apiKey"],
  ["file", "apiKeyFile"],
  ["command", "apiKeyCommand"]
] as const

/**
 * Resolves every setting: a flag beats the environment, which beats the file. A setting that is not set is `undefined`.
 *
 * **Fails with** a usage failure that names every setting that cannot be read.
 */
export const resolveSettings = Effect.fnUntraced(function* (
  flags: SourceFlags,
  environment: Environment,
  file: SettingsFile
) {
  const inEnvironment = (name: string) => setIn(variableOf(name), environment[variableOf(name)])
  const inFile = <Value>(name: keyof SettingsFile, value: Value | undefined) => {
    const setting = setIn(`"${name}" in ${file.path}`, value)
    return setting === undefined ? undefined : { ...setting, isInFile: true }
  }
  const of = (name: "baseUrl" | "ca" | "requestsPerHour" | "maxRetryAfter" | "maxWait") =>
    setIn(flagName(name), flags[name]) ?? inEnvironment(name) ?? inFile(name, file[name]?.toString())
  const keys = [
    ...keyMembers.map(([kind, name]) => ({ kind, setting: inEnvironment(name) })),
    ...keyMembers.map(([kind, name]) => ({ kind, setting: inFile(name, file[name]) }))
  ].flatMap(({ kind, setting }): ReadonlyArray<KeySetting> => (setting === undefined ? [] : [{ ...setting, kind }]))
  const redisUrl = inEnvironment("redisUrl") ?? inFile("redisUrl", file.redisUrl)
  const maxWait = flags.noWait ? { value: "0s", from: "--no-wait" } : of("maxWait")
  const read = {
    maxWait:
      flags.noWait && flags.maxWait !== undefined
        ? Result.fail("--no-wait and --max-wait cannot be used together.")
        : parsed(maxWait, readDuration, notADuration),
    redisUrl: parsed(
      redisUrl,
      (text) => (isRedisUrl(text) ? Option.some(Redacted.make(text)) : Option.none()),
      notARedisUrl
    ),
    requestsPerHour: parsed(of("requestsPerHour"), readCount, notACount),
    maxRetryAfter: parsed(of("maxRetryAfter"), readPositiveDuration, notADuration)
  }
  const settings = Result.all(read)
  if (Result.isFailure(settings)) {
    const all: ReadonlyArray<Result.Result<unknown, string>> = Object.values(read)
    const problems = all.flatMap((one) => (Result.isFailure(one) ? [one.failure] : []))
    return yield* usageFailures(problems.map((problem) => [problem, ""]))
  }
  return {
    key: keys[0],
    baseUrl: of("baseUrl"),
    allowHttp: setIn<boolean>("--allow-http", flags.allowHttp || undefined) ?? inFile("allowHttp", file.allowHttp),
    ca: of("ca"),
    ...settings.success
  }
})

export type Settings = Effect.Success<ReturnType<typeof resolveSettings>>
