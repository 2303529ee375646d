import { Duration, Effect, Option, Redacted, Result } from "effect"
import { type SourceFlags } from "../flags.ts"
import { type CommandFailure, flagName, usageFailures } from "../CommandFailure.ts"
import { type Environment } from "../Host.ts"
import { variableOf } from "./environment.ts"
import { type SettingsFile } from "./settingsFile.ts"

/** A setting's value, and where it was set: a flag, a variable or a member of the file. */
export interface Setting<Value> {
  readonly value: Value
  readonly from: string
  /** Whether the configuration file has it. */
  readonly isInFile?: boolean
}

/** Where the key comes from: the setting itself, a file, or a command that prints it. */
export interface KeySetting extends Setting<string> {
  readonly kind: "key" | "file" | "command"
}

/** The settings that were set. If one is `undefined`, the default of core applies. */
export interface Settings {
  readonly key: KeySetting | undefined
  readonly baseUrl: Setting<string> | undefined
  readonly allowHttp: Setting<boolean> | undefined
  readonly ca: Setting<string> | undefined
  readonly requestsPerHour: Setting<number> | undefined
  readonly maxRetryAfter: Setting<Duration.Duration> | undefined
  /** Zero with `--no-wait`. */
  readonly maxWait: Setting<Duration.Duration> | undefined
  /** Where all processes with the same key keep one budget. It may contain a password, and is never shown. */
  readonly redisUrl: Setting<Redacted.Redacted> | undefined
}

/** A setting that was read, or the sentence on why it cannot be. */
type Read<Value> = Result.Result<Setting<Value> | undefined, string>

/** Reads the text of a setting with a function that returns the value or what is wrong with the text. */
const readWith = <Value>(
  setting: Setting<string> | undefined,
  read: (text: string) => Result.Result<Value, string>
): Read<Value> =>
  setting === undefined
    ? Result.succeed(undefined)
    : Result.mapBoth(read(setting.value), {
        onFailure: (problem) => setting.from + problem,
        onSuccess: (value) => ({ ...setting, value })
      })

const setIn = <Value>(from: string, value: Value | undefined): Setting<Value> | undefined =>
  value === undefined || value === "" ? undefined : { value, from }

const units: ReadonlyArray<readonly [short: string, unit: Duration.Unit]> = [
  ["ms", "millis"],
  ["s", "seconds"],
  ["m", "minutes"],
  ["h", "hours"],
  ["d", "days"]
]

/** Longer than any real setting, and short enough for every clock and timer. */
const maxDuration = Duration.days(366)

/** Reads a duration of up to 366 days: `90s`, `2m`, `3h`, or in Effect's words, `2 minutes`. */
export const readDuration = (text: string): Option.Option<Duration.Duration> => {
  const [, amount, suffix = ""] = /^(\d+(?:\.\d+)?)(.+)$/.exec(text) ?? []
  const unit = units.find(([short, unit]) => [short, ` ${unit}`, ` ${unit.slice(0, -1)}`].includes(suffix))?.[1]
  if (unit === undefined) return Option.none()
  return Option.filter(Duration.fromInput(`${Number(amount)} ${unit}`), Duration.isLessThanOrEqualTo(maxDuration))
}

const durationOf =
  ({ orZero }: { readonly orZero: boolean }) =>
  (text: string): Result.Result<Duration.Duration, string> =>
    Result.fromOption(
      Option.filter(readDuration(text), (duration) => orZero || !Duration.isZero(duration)),
      () => `: "${text}" is not a time; write it as 90s, 2m or 3h, at most 366d.`
    )

const countOf = (text: string): Result.Result<number, string> =>
  /^[1-9]\d{0,8}$/.test(text)
    ? Result.succeed(Number(text))
    : Result.fail(`: "${text}" is not a number of requests; write a whole number from 1.`)

/** With at most a database after the host; the client of Redis does not understand more. */
const isRedisUrl = (text: string): boolean => {
  if (/%(?![0-9a-f]{2})/i.test(text)) return false
  if (/^unix:\/\/([^/@]*@)?\/[^?#]/.test(text)) return true
  return /^rediss?:\/\/[^/]/.test(text) && URL.canParse(text) && /^(\/\d*)?$/.test(new URL(text).pathname)
}

const redisUrlOf = (text: string): Result.Result<Redacted.Redacted, string> =>
  isRedisUrl(text)
    ? Result.succeed(Redacted.make(text))
    : Result.fail(
        " is not the URL of a Redis server; write it as redis://HOST:PORT, rediss://HOST:PORT for TLS, " +
          "or unix:///PATH, with USER:PASSWORD@ before the host where one is needed."
      )

/** `--no-wait` is the same as `--max-wait 0s`. */
const maxWaitOf = (flags: SourceFlags, setting: Setting<string> | undefined): Read<Duration.Duration> => {
  if (!flags.noWait) return readWith(setting, durationOf({ orZero: true }))
  return flags.maxWait === undefined
    ? Result.succeed({ value: Duration.zero, from: "--no-wait" })
    : Result.fail("--no-wait and --max-wait cannot be used together.")
}

const keyMembers = [
  ["key", "apiKey"],
  ["file", "apiKeyFile"],
  ["command", "apiKeyCommand"]
] as const

/**
 * Resolves every setting: a flag takes precedence over the environment, and the environment over the file.
 *
 * **Fails with** a usage failure that names every setting that cannot be read.
 */
export const resolveSettings = Effect.fnUntraced(function* (
  flags: SourceFlags,
  environment: Environment,
  file: SettingsFile
): Effect.fn.Return<Settings, CommandFailure> {
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
  ].flatMap(({ kind, setting }) => (setting === undefined ? [] : [{ ...setting, kind }]))
  const allowHttp = setIn("--allow-http", flags.allowHttp || undefined) ?? inFile("allowHttp", file.allowHttp)
  const read = {
    maxWait: maxWaitOf(flags, of("maxWait")),
    redisUrl: readWith(inEnvironment("redisUrl") ?? inFile("redisUrl", file.redisUrl), redisUrlOf),
    requestsPerHour: readWith(of("requestsPerHour"), countOf),
    maxRetryAfter: readWith(of("maxRetryAfter"), durationOf({ orZero: false }))
  }
  const settings = Result.all(read)
  if (Result.isSuccess(settings)) {
    return { key: keys[0], baseUrl: of("baseUrl"), allowHttp, ca: of("ca"), ...settings.success }
  }
  const all: ReadonlyArray<Result.Result<unknown, string>> = Object.values(read)
  const problems = all.flatMap((one) => (Result.isFailure(one) ? [one.failure] : []))
  return yield* usageFailures(problems.map((problem) => [problem, ""]))
})
