import { defaultBaseUrl, KeyMask, type PublicRecords, type PublicRecordsOptions } from "@public-records/core"
import { Context, type Duration, Effect, Layer, Option, type Scope } from "effect"
import { HttpClient } from "effect/http"
import { readApiKey } from "./apiKey.ts"
import { type CommandFailure, howToGetKey, keyMissing, usageFailure } from "../CommandFailure.ts"
import { type SourceFlags } from "../flags/sourceFlags.ts"
import { Host } from "../Host.ts"
import { recordsLayer } from "./recordsLayer.ts"
import { resolveSettings, type Settings } from "./settings.ts"
import { readSettingsFile, settingsPath } from "./settingsFile.ts"
import { type ServiceWay } from "./ServiceWay.ts"

/** Describes the origin of the records to the user. */
interface Origin {
  readonly baseUrl: string
  readonly isSample: boolean
  /** Such as "sample of 7 July 2021"; empty where the records are no sample. */
  readonly sampleNote: string
  /** Where the key was set; no part of the key. */
  readonly keySource: string
  /** Whether requests count against a limit. */
  readonly hasLimit: boolean
}

/** Where records come from. */
export interface Source {
  readonly records: Layer.Layer<PublicRecords, CommandFailure>
  /** The service behind the records, for what asks it by other means; another server of its own where it is embedded. */
  readonly way: Effect.Effect<ServiceWay, CommandFailure, Scope.Scope>
  /** Where the key's budget is counted. */
  readonly guards: Layer.Layer<never>
  readonly origin: Origin
  /** Takes the key out of texts, however it came into them. */
  readonly keyMask: KeyMask
  /** A warning about settings that can be used. */
  readonly warning: string | undefined
}

const recordsOf = ({ guards, way }: Pick<Source, "guards" | "way">): Source["records"] =>
  Layer.unwrap(
    Effect.map(way, ({ http, options }) =>
      recordsLayer(options).pipe(Layer.provide(guards), Layer.provide(Layer.succeed(HttpClient.HttpClient, http)))
    )
  )

/** Describes the bundled data in a sentence. */
export const sampleSentence = "Sample data: the complaints of 7 July 2021, and notices that are mostly invented."
const sampleNote = "sample of 7 July 2021"

const checkFlags = (flags: SourceFlags): Effect.Effect<void, CommandFailure> => {
  if (flags.demo && flags.data.length > 0) {
    return Effect.fail(usageFailure("--demo is the bundled data and --data is yours: leave one of them out."))
  }
  if ((flags.demo || flags.data.length > 0) && flags.baseUrl !== undefined) {
    const other = flags.demo ? "--demo" : "--data"
    return Effect.fail(usageFailure(`${other} asks no service, so --base-url has no meaning with it: leave one out.`))
  }
  return Effect.void
}

const limitsOf = (settings: Settings): Pick<PublicRecordsOptions, "maxRetryAfter" | "maxWait" | "requestsPerHour"> => ({
  requestsPerHour: settings.requestsPerHour?.value,
  maxRetryAfter: settings.maxRetryAfter?.value,
  maxWait: settings.maxWait?.value
})

/** How a command wants its source. */
export interface SourceOptions {
  readonly sampleWithoutKey: boolean
  /** The longest wait that the service may ask for, where no setting says so. */
  readonly maxRetryAfter?: Duration.Duration
  /** Whether a terminal shows how far local files are read. @default true */
  readonly showsLoading?: boolean
}

/** The settings of a command that waits longer than others. */
const patient = (settings: Settings, { maxRetryAfter }: SourceOptions): Settings =>
  maxRetryAfter === undefined ? settings : { maxRetryAfter: { value: maxRetryAfter, from: "the command" }, ...settings }

const embedded = Effect.fnUntraced(function* (
  flags: SourceFlags,
  settings: Settings,
  { isSample, showsLoading = true }: Pick<SourceOptions, "showsLoading"> & { readonly isSample: boolean }
): Effect.fn.Return<Omit<Source, "warning">, never, Host> {
  const { bundledData, stderr } = yield* Host
  const { embeddedServer } = yield* Effect.promise(() => import("./embeddedServer.ts"))
  const hasLimit = flags.requestsPerHour !== undefined
  const limits = { ...limitsOf(settings), ...(hasLimit ? {} : { requestsPerHour: Number.POSITIVE_INFINITY }) }
  const progressOn = showsLoading ? stderr : undefined
  const reached = { way: embeddedServer({ bundledData, data: flags.data, limits, progressOn }), guards: Layer.empty }
  return {
    ...reached,
    records: recordsOf(reached),
    keyMask: new KeyMask(Option.none()),
    origin: {
      baseUrl: isSample ? "bundled sample data" : flags.data.join(", "),
      isSample,
      sampleNote: isSample ? sampleNote : "",
      keySource: "none",
      hasLimit
    }
  }
})

/** Keeps the key's budget in this process, or in Redis for all processes. */
const guards = ({ redisUrl }: Settings): Layer.Layer<never> =>
  redisUrl === undefined
    ? Layer.empty
    : Layer.unwrap(Effect.promise(async () => (await import("./sharedGuards.ts")).sharedGuards(redisUrl)))

const network = Effect.fnUntraced(function* (
  settings: Settings,
  key: NonNullable<Settings["key"]>
): Effect.fn.Return<Omit<Source, "warning">, CommandFailure, Host> {
  const { environment } = yield* Host
  const { serviceTransport } = yield* Effect.promise(() => import("./network.ts"))
  const transport = yield* serviceTransport(environment, settings.ca)
  const apiKey = yield* readApiKey(key, environment)
  const options = {
    ...limitsOf(settings),
    apiKey,
    baseUrl: settings.baseUrl?.value ?? defaultBaseUrl,
    allowHttp: settings.allowHttp?.value
  }
  const way = Effect.map(Layer.build(transport), (context) => ({
    http: Context.get(context, HttpClient.HttpClient),
    options
  }))
  const reached = { way, guards: guards(settings) }
  return {
    ...reached,
    records: recordsOf(reached),
    keyMask: new KeyMask(Option.some(apiKey)),
    origin: {
      baseUrl: options.baseUrl,
      isSample: false,
      sampleNote: "",
      keySource: key.from,
      hasLimit: true
    }
  }
})

/**
 * Settles where records come from, by the flags, the environment and the file of settings.
 *
 * **Fails with** a usage failure for settings that cannot be followed, and `KeyMissing` where there is no key and
 * `sampleWithoutKey` does not allow for it.
 *
 * **Source** interface, "Where records come from".
 */
export const openSource = Effect.fnUntraced(function* (
  flags: SourceFlags,
  options: SourceOptions
): Effect.fn.Return<Source, CommandFailure, Host> {
  yield* checkFlags(flags)
  const { environment } = yield* Host
  const file = yield* readSettingsFile(settingsPath(environment))
  const settings = patient(yield* resolveSettings(flags, environment, file), options)
  const { warning } = file
  if (flags.demo || flags.data.length > 0)
    return { ...(yield* embedded(flags, settings, { ...options, isSample: flags.demo })), warning }
  if (settings.key !== undefined) return { ...(yield* network(settings, settings.key)), warning }
  if (!options.sampleWithoutKey) return yield* keyMissing(`There is no API key. ${howToGetKey}`)
  const sample = yield* embedded(flags, settings, { ...options, isSample: true })
  const note = `${sampleNote}, for want of an API key`
  return { ...sample, origin: { ...sample.origin, sampleNote: note }, warning }
})

/**
 * The service with a key that was typed in; everything else as flags, environment and file say.
 *
 * **Fails with** as `openSource`.
 */
export const sourceWithKey = Effect.fnUntraced(function* (
  flags: SourceFlags,
  key: string
): Effect.fn.Return<Omit<Source, "warning">, CommandFailure, Host> {
  const { environment } = yield* Host
  const file = yield* readSettingsFile(settingsPath(environment))
  const settings = yield* resolveSettings(flags, environment, file)
  return yield* network(settings, { kind: "key", value: key, from: "typed in" })
})
