import { defaultBaseUrl } from "@public-records/core"
import { expandHome } from "@public-records/text/home"
import { Duration, Effect, Option, Predicate, Redacted, Result, Struct } from "effect"
import { dirname, isAbsolute, join } from "node:path"
import { flagName, removeOne, type Sentences, usageFailures } from "../CommandFailure.ts"
import { type SourceFlags } from "../flags.ts"
import { type Environment } from "../Host.ts"
import { integerOf } from "../integers.ts"
import { secret, shownUrl } from "./secrets.ts"

/** A setting, which is a flag, a variable and a member of the configuration file. Their names follow from its name. */
interface Row<Value> {
  /** Reads the text of a flag or a variable, or a member of the file. */
  readonly read: (value: unknown) => Option.Option<Value>
  /** The end of the message about another value. */
  readonly expected: string
  /** Returns a value to print. @default its text */
  readonly show?: (value: Value) => string
  /** Whether no message may quote the value. */
  readonly isSecret?: true
  /** Whether the value is a path. In the file, a relative one counts from its folder. */
  readonly isPath?: true
  readonly hasNoVariable?: true
  /** The flag, if it has another name. */
  readonly flag?: string
  /** The default to print. */
  readonly byDefault?: string
}

const isText = (value: unknown): value is string => Predicate.isString(value) && !value.includes("\0")
const text: Row<string> = { read: Option.liftPredicate(isText), expected: "a string without NUL characters" }
const path: Row<string> = { ...text, isPath: true }
const secretText: Row<string> = { ...text, isSecret: true, show: () => secret }
const appearance = { show: (value: unknown) => JSON.stringify(value), hasNoVariable: true } as const

const units: Readonly<Record<string, Duration.Unit>> = {
  ms: "millis",
  s: "seconds",
  m: "minutes",
  h: "hours",
  d: "days"
}

/** Longer than any useful setting, and short enough for every clock and timer. */
const maxDuration = Duration.days(366)

/** Parses a duration of up to 366 days: `90s`, `2m` or `1.5h`. */
export const readDuration = (text: string): Option.Option<Duration.Duration> => {
  const [, amount, suffix = ""] = /^(\d+(?:\.\d+)?)([a-z]+)$/.exec(text) ?? []
  const unit = units[suffix]
  if (unit === undefined) return Option.none()
  return Option.filter(Duration.fromInput(`${Number(amount)} ${unit}`), Duration.isLessThanOrEqualTo(maxDuration))
}

const duration: Row<Duration.Duration> = {
  read: (value) => readDuration(String(value)),
  expected: "a duration. Write it as 90s, 2m or 3h, up to 366d",
  show: Duration.format
}

/** Whether a value is a URL that the Redis client supports. The path may only be a database number. */
const isRedisUrl = (value: unknown): value is string => {
  if (!isText(value) || /%(?![0-9a-f]{2})/i.test(value)) return false
  if (/^unix:\/\/([^/@]*@)?\/[^?#]/.test(value)) return true
  return /^rediss?:\/\/[^/]/.test(value) && URL.canParse(value) && /^(\/\d*)?$/.test(new URL(value).pathname)
}

const redisUrl: Row<Redacted.Redacted> = {
  read: (value) => Option.map(Option.liftPredicate(isRedisUrl)(value), Redacted.make),
  expected:
    "the URL of a Redis server. Write it as redis://HOST:PORT, rediss://HOST:PORT for TLS, or unix:///PATH, with USER:PASSWORD@ before the host if required",
  isSecret: true,
  show: () => secret
}

/** Every setting, in the order in which they are shown. */
const table = {
  apiKey: secretText,
  apiKeyFile: { ...secretText, isPath: true },
  apiKeyCommand: secretText,
  baseUrl: { ...text, show: shownUrl, byDefault: defaultBaseUrl },
  allowHttp: {
    read: Option.liftPredicate(Predicate.isBoolean),
    expected: "true or false",
    hasNoVariable: true,
    byDefault: "false"
  },
  ca: path,
  requestsPerHour: {
    read: (value: unknown) => integerOf(String(value)),
    expected: "an integer of 1 or more",
    byDefault: "1000"
  },
  maxRetryAfter: {
    ...duration,
    read: (value: unknown) => Option.filter(duration.read(value), Duration.isPositive),
    byDefault: "2m"
  },
  maxWait: { ...duration, byDefault: "no limit" },
  redisUrl,
  mirror: { ...path, flag: "mirrorFile" },
  theme: { ...text, ...appearance },
  keys: { read: Option.liftPredicate(Predicate.isObject), expected: "an object", ...appearance }
} as const

type ValueOf<Kind> = Kind extends Row<infer Value> ? Value : never
type Values = { readonly [Name in keyof typeof table]: ValueOf<(typeof table)[Name]> }
export type SettingName = keyof Values
const rows: { readonly [Name in SettingName]: Row<Values[Name]> } = table

export const settingNames: ReadonlyArray<SettingName> = Struct.keys(table)

/** Returns the variable of a setting: `baseUrl` is `PUBLIC_RECORDS_BASE_URL`. */
const variableOf = (name: SettingName): string =>
  `PUBLIC_RECORDS_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

export const settingVariables = settingNames.filter((name) => rows[name].hasNoVariable !== true).map(variableOf)

/** The value of a setting, and its source: a flag, a variable or a member of the file. */
export interface Setting<Value> {
  readonly value: Value
  readonly from: string
  readonly isInFile?: boolean
}

/** The configuration file. Its members have names of settings, but may have invalid values. */
export interface ConfigurationFile {
  readonly path: string
  readonly members: Readonly<Record<string, unknown>>
  readonly warning?: Sentences
}

/** Where settings are set. */
export interface SettingSources {
  readonly flags: Partial<SourceFlags>
  readonly environment: Environment
  readonly file: ConfigurationFile
}

/** Returns a setting as it is written. A flag overrides the environment, which overrides the file. An empty text is none. */
const written = (name: SettingName, { environment, file, flags }: SettingSources): Setting<unknown> | undefined => {
  if (name === "maxWait" && flags.noWait === true) return { value: "0s", from: "--no-wait" }
  const { flag = name, hasNoVariable } = rows[name]
  const { [flag]: ofFlag }: Readonly<Record<string, unknown>> = flags
  const variable = variableOf(name)
  const sources = [
    { from: flagName(flag), value: ofFlag === false ? undefined : ofFlag },
    { from: variable, value: hasNoVariable === true ? undefined : environment[variable] },
    { from: `"${name}" in ${file.path}`, value: file.members[name], isInFile: true }
  ]
  return sources.find(({ value }) => value !== undefined && value !== "")
}

/** The value of `--mirror-file` for the bundled days, which is no path. */
export const sampleName = "sample"

const resolvedPath = ({ isInFile, value }: Setting<unknown>, { environment, file }: SettingSources): unknown => {
  if (!Predicate.isString(value)) return value
  const path = expandHome(value, environment)
  return isInFile === true && !isAbsolute(path) ? join(dirname(file.path), path) : path
}

type Read<Value> = Result.Result<Setting<Value> | undefined, Sentences>

const read = <Name extends SettingName>(name: Name, sources: SettingSources): Read<Values[Name]> => {
  const setting = written(name, sources)
  if (setting === undefined) return Result.succeed(undefined)
  const row = rows[name]
  const isPath = row.isPath === true && !(name === "mirror" && setting.value === sampleName)
  const value = row.read(isPath ? resolvedPath(setting, sources) : setting.value)
  if (Option.isSome(value)) return Result.succeed({ ...setting, value: value.value })
  const quoted = row.isSecret === true ? "" : `: ${JSON.stringify(setting.value)}`
  return Result.fail([`${setting.from}${quoted} is not ${row.expected}.`, ""])
}

/** Reads one setting. Others may be invalid. */
export const readSetting = <Name extends SettingName>(name: Name, sources: SettingSources) =>
  Effect.mapError(Effect.fromResult(read(name, sources)), (problem) => usageFailures([problem]))

/** Returns the value of a setting and its source, or `undefined` if it is not set. */
export type Settings = <Name extends SettingName>(name: Name) => Setting<Values[Name]> | undefined

/** Reads every setting. **Fails with** a usage failure that names every invalid one. */
export const readSettings = Effect.fnUntraced(function* (sources: SettingSources) {
  const { maxWait, noWait } = sources.flags
  const excluded: ReadonlyArray<Sentences> =
    noWait === true && maxWait !== undefined ? [["--no-wait and --max-wait cannot be used together.", removeOne]] : []
  const invalid = settingNames.flatMap((name) => {
    const setting: Read<unknown> = read(name, sources)
    return Result.isFailure(setting) ? [setting.failure] : []
  })
  if (excluded.length + invalid.length > 0) return yield* usageFailures([...excluded, ...invalid])
  const settings: Settings = (name) => Result.getOrElse(read(name, sources), () => undefined)
  return settings
})

/** Returns a setting to print, without a secret. */
export const shownSetting = <Name extends SettingName>(
  name: Name,
  setting: Setting<Values[Name]> | undefined,
  byDefault = rows[name].byDefault ?? "not set"
) => {
  if (setting === undefined) return { name, value: byDefault, from: "default" }
  const { show = String } = rows[name]
  return { name, value: show(setting.value), from: setting.from }
}

/** The setting for the API key, which contains the key itself, a file name, or a command that prints the key. */
export interface KeySetting extends Setting<string> {
  readonly kind: "key" | "file" | "command"
}

const keyKinds = [
  ["key", "apiKey"],
  ["file", "apiKeyFile"],
  ["command", "apiKeyCommand"]
] as const

/** Returns the setting for the key. A variable overrides the file, even if it is another kind. */
export const keySettingOf = (settings: Settings): KeySetting | undefined => {
  const found = keyKinds.flatMap(([kind, name]): ReadonlyArray<KeySetting> => {
    const setting = settings(name)
    return setting === undefined ? [] : [{ ...setting, kind }]
  })
  return found.find(({ isInFile }) => isInFile !== true) ?? found[0]
}
