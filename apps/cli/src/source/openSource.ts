import { defaultBaseUrl, KeyMask, PublicRecords } from "@public-records/core"
import { Context, Duration, Effect, Layer, Option, Redacted } from "effect"
import { HttpClient } from "effect/http"
import { type SourceFlags } from "../flags.ts"
import {
  type CommandFailure,
  demoKeyAdvice,
  failureOf,
  noKey,
  removeOne,
  usageFailure,
  usedTogether
} from "../CommandFailure.ts"
import { Host } from "../Host.ts"
import { readApiKey } from "./apiKey.ts"
import { mirrorPath, usesMirror } from "./mirrorFile.ts"
import { type KeySetting, keySettingOf, readSettings, type Settings } from "./userSettings.ts"
import { settingSources } from "./configurationFile.ts"
import { type Connection, type Limits, type Source, type SourceOptions } from "./Source.ts"

export const sampleDataNotice = "Sample data: the complaints of 7 July 2021, and notices that are mostly generated."
const sampleNote = "sample of 7 July 2021"

/** Whether the records are local: the bundled sample, files or a mirror. */
export const isLocal = (flags: SourceFlags): boolean => flags.demo || flags.data.length > 0 || usesMirror(flags)

const checkFlags = Effect.fnUntraced(function* (flags: SourceFlags) {
  const { baseUrl, data, demo } = flags
  const isData = data.length > 0
  if (usesMirror(flags) && (demo || isData || baseUrl !== undefined)) {
    const other = demo ? "--demo" : isData ? "--data" : "--base-url"
    return yield* usedTogether("A mirror", other)
  }
  if (demo && isData) {
    return yield* usedTogether("--demo", "--data")
  }
  if (baseUrl !== undefined && (demo || isData)) {
    const local = demo ? "--demo" : "--data"
    return yield* usageFailure(`${local} does not contact a service, so it cannot be used with --base-url.`, removeOne)
  }
})

export const recordsLayer = ({ http, options }: Connection): Layer.Layer<PublicRecords, CommandFailure> =>
  PublicRecords.layer(options).pipe(
    Layer.provide(Layer.succeed(HttpClient.HttpClient, http)),
    Layer.catch((error) => Layer.effect(PublicRecords, Effect.fail(failureOf(error))))
  )

/** Creates the source of local records: an embedded reference server. */
const localSource = Effect.fnUntraced(function* (flags: SourceFlags, limits: Limits, showsLoading: boolean) {
  const { bundledData, stderr } = yield* Host
  const { embeddedServer } = yield* Effect.promise(() => import("./embeddedServer.ts"))
  const isSample = flags.data.length === 0
  const hasLimit = flags.requestsPerHour !== undefined
  const localLimits = hasLimit ? limits : { ...limits, requestsPerHour: Number.POSITIVE_INFINITY }
  return {
    connection: embeddedServer(bundledData, { data: flags.data }, localLimits, showsLoading ? stderr : undefined),
    guards: Layer.empty,
    keyMask: new KeyMask(Option.none()),
    origin: {
      baseUrl: isSample
        ? "bundled sample data"
        : flags.data.map((path) => (path === "-" ? "standard input" : path)).join(", "),
      isSample,
      sampleNote: isSample ? (flags.demo ? sampleNote : `${sampleNote}, no API key set`) : "",
      keySource: "none",
      keyAdvice: "",
      hasLimit
    }
  }
})

/** Creates the source for a mirror. */
const mirrorSource = Effect.fnUntraced(function* (flags: SourceFlags, limits: Limits) {
  const { mirrorRecords } = yield* Effect.promise(() => import("./mirrorRecords.ts"))
  const { path } = yield* mirrorPath(flags)
  return {
    ...mirrorRecords(path, limits, (yield* Host).bundledData),
    guards: Layer.empty,
    keyMask: new KeyMask(Option.none()),
    origin: {
      baseUrl: `mirror ${path}`,
      isSample: false,
      sampleNote: "",
      keySource: "none",
      keyAdvice: "",
      hasLimit: false
    }
  }
})

/** Creates the source for the service. Its budget is local to this process, or shared through Redis. */
const serviceSource = Effect.fnUntraced(function* (key: KeySetting, settings: Settings, limits: Limits) {
  const { environment } = yield* Host
  const { network } = yield* Effect.promise(() => import("./network.ts"))
  const transport = yield* network(environment, settings("ca"))
  const apiKey = yield* readApiKey(key, environment)
  const redisUrl = settings("redisUrl")
  const baseUrl = settings("baseUrl")?.value ?? defaultBaseUrl
  const options = { ...limits, apiKey, baseUrl, allowHttp: settings("allowHttp")?.value }
  const keyAdvice = Redacted.value(apiKey) === "DEMO_KEY" ? demoKeyAdvice : ""
  return {
    connection: Effect.map(Layer.build(transport), (context) => ({
      http: Context.get(context, HttpClient.HttpClient),
      options
    })),
    guards:
      redisUrl === undefined
        ? Layer.empty
        : Layer.unwrap(Effect.promise(async () => (await import("./redis.ts")).sharedGuards(redisUrl))),
    keyMask: new KeyMask(Option.some(apiKey)),
    origin: { baseUrl, isSample: false, sampleNote: "", keySource: key.from, keyAdvice, hasLimit: true }
  }
})

/** The default of the setting `maxRetryAfter`, except for `export`. */
export const usualMaxRetryAfter = Duration.minutes(2)

/** The budget of a key that has the usual one. */
const usualRequestsPerHour = 1000

/** Returns the requests that this process may send in an hour. */
export const hourlyBudget = (settings: Settings, spend = Number.POSITIVE_INFINITY): number =>
  Math.min(settings("requestsPerHour")?.value ?? usualRequestsPerHour, spend)

export const openSource = Effect.fnUntraced(function* (
  flags: SourceFlags,
  {
    maxRetryAfter = usualMaxRetryAfter,
    sampleWithoutKey,
    showsLoading = true,
    spend,
    suggestsDemo,
    typedKey
  }: SourceOptions
): Effect.fn.Return<Source, CommandFailure, Host> {
  yield* checkFlags(flags)
  const sources = yield* settingSources(flags)
  const settings = yield* readSettings(sources)
  const typed = typedKey === undefined ? undefined : ({ kind: "key", value: typedKey, from: "typed in" } as const)
  const key = typed ?? (isLocal(flags) ? undefined : keySettingOf(settings))
  if (key === undefined && !isLocal(flags) && !sampleWithoutKey) return yield* noKey(suggestsDemo)
  const requestsPerHour = hourlyBudget(settings, spend)
  const maxWait = settings("maxWait")?.value
  const limits = {
    requestsPerHour: spend === undefined ? settings("requestsPerHour")?.value : requestsPerHour,
    maxRetryAfter: settings("maxRetryAfter")?.value ?? Duration.max(maxRetryAfter, maxWait ?? maxRetryAfter),
    maxWait: maxWait ?? Duration.infinity
  }
  const warning = sources.file.warning?.join(" ")
  if (usesMirror(flags))
    return {
      ...(yield* mirrorSource(flags, { ...limits, requestsPerHour: Number.POSITIVE_INFINITY })),
      requestsPerHour,
      warning
    }
  const source =
    key === undefined ? yield* localSource(flags, limits, showsLoading) : yield* serviceSource(key, settings, limits)
  const records = Layer.unwrap(Effect.map(source.connection, recordsLayer)).pipe(Layer.provide(source.guards))
  return { ...source, records, requestsPerHour, warning }
})
