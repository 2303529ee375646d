import { defaultBaseUrl, isCivilDate, CivilDate, KeyMask, publicationOf, PublicRecords } from "@public-records/core"
import { publicationState } from "@public-records/export/days"
import { Context, DateTime, Duration, Effect, Layer, Option, Redacted, type Scope } from "effect"
import { HttpClient } from "effect/http"
import { type CommandFailure, demoKeyAdvice, failureOf, noKey } from "../CommandFailure.ts"
import { type ServiceFlags } from "../flags.ts"
import { Host } from "../Host.ts"
import { serviceWording } from "../output/wording.ts"
import { readApiKey } from "../settings/apiKey.ts"
import { settingSources } from "../settings/configurationFile.ts"
import { readForService } from "../queries/flagQuery.ts"
import { type Connection, type Service } from "./Source.ts"
import { keySettingOf, readSettings, type Settings, type SettingSources } from "../settings/userSettings.ts"

export interface ServiceOptions {
  /** A key that the user typed, which overrides every setting. */
  readonly typedKey?: string
  /** The default of the setting `maxRetryAfter`. */
  readonly maxRetryAfter?: Duration.Duration
  /** Maximum requests in any hour, if that is fewer than the setting `requestsPerHour`. */
  readonly spend?: number | undefined
  /** Whether the message for a missing key suggests `--demo`. @default true */
  readonly suggestsDemo?: boolean
}

/** The default of the setting `maxRetryAfter`, except for `export`. */
export const usualMaxRetryAfter = Duration.minutes(2)

/** The budget of a key that has the usual one. */
const usualRequestsPerHour = 1000

/** Returns the requests that this process may send in an hour. */
const hourlyBudget = (settings: Settings, spend = Number.POSITIVE_INFINITY): number =>
  Math.min(settings("requestsPerHour")?.value ?? usualRequestsPerHour, spend)

/** Returns the problems of the configuration file. */
export const warningsIn = ({ file: { warning } }: SettingSources): ReadonlyArray<string> =>
  warning === undefined ? [] : [warning.join(" ")]

/** Opens the network of the settings, with its proxies and certificates, until the scope closes. Sends nothing. */
export const openNetwork = Effect.fnUntraced(function* (
  settings: Settings
): Effect.fn.Return<HttpClient.HttpClient, CommandFailure, Host | Scope.Scope> {
  const { environment } = yield* Host
  const { network } = yield* Effect.promise(() => import("../network/network.ts"))
  const transport = yield* network(environment, settings("ca"))
  return Context.get(yield* Layer.build(transport), HttpClient.HttpClient)
})

/** Connects to the service that the flags or the settings name, until the scope closes. Sends nothing. */
export const connect = Effect.fnUntraced(function* (
  flags: ServiceFlags,
  { maxRetryAfter = usualMaxRetryAfter, spend, suggestsDemo, typedKey }: ServiceOptions = {}
): Effect.fn.Return<Connection, CommandFailure, Host | Scope.Scope> {
  const { environment } = yield* Host
  const sources = yield* settingSources(flags)
  const settings = yield* readSettings(sources)
  const key =
    typedKey === undefined ? keySettingOf(settings) : ({ kind: "key", value: typedKey, from: "typed in" } as const)
  if (key === undefined) return yield* noKey(suggestsDemo)
  const http = yield* openNetwork(settings)
  const apiKey = yield* readApiKey(key, environment)
  const redisUrl = settings("redisUrl")
  const requestsPerHour = hourlyBudget(settings, spend)
  const maxWait = settings("maxWait")?.value
  return {
    http,
    options: {
      apiKey,
      baseUrl: settings("baseUrl")?.value ?? defaultBaseUrl,
      allowHttp: settings("allowHttp")?.value,
      requestsPerHour: spend === undefined ? settings("requestsPerHour")?.value : requestsPerHour,
      maxRetryAfter: settings("maxRetryAfter")?.value ?? Duration.max(maxRetryAfter, maxWait ?? maxRetryAfter),
      maxWait: maxWait ?? Duration.infinity
    },
    guards:
      redisUrl === undefined
        ? Layer.empty
        : Layer.unwrap(Effect.promise(async () => (await import("../network/redis.ts")).sharedGuards(redisUrl))),
    keySource: key.from,
    keyAdvice: Redacted.value(apiKey) === "DEMO_KEY" ? demoKeyAdvice : "",
    keyMask: new KeyMask(Option.some(apiKey)),
    requestsPerHour,
    warnings: warningsIn(sources)
  }
})

/** Builds a client until the scope closes. **Fails** over settings that it refuses. Sends nothing. */
export const buildClient = ({
  guards,
  http,
  options
}: Connection): Effect.Effect<PublicRecords["Service"], CommandFailure, Scope.Scope> =>
  Layer.build(
    PublicRecords.layer(options).pipe(Layer.provide(Layer.merge(Layer.succeed(HttpClient.HttpClient, http), guards)))
  ).pipe(Effect.mapBoth({ onFailure: (error) => failureOf(error), onSuccess: Context.get(PublicRecords) }))

/** Opens the service that the flags or the settings name, until the scope closes. Sends nothing. */
export const openService = Effect.fnUntraced(function* (
  flags: ServiceFlags,
  options?: ServiceOptions
): Effect.fn.Return<Service, CommandFailure, Host | Scope.Scope> {
  const connection = yield* connect(flags, options)
  const { keyAdvice, keyMask, keySource, requestsPerHour, warnings } = connection
  const { baseUrl } = connection.options
  const key = { keyAdvice, keySource }
  return {
    _tag: "Service",
    ...key,
    baseUrl,
    requestsPerHour,
    records: yield* buildClient(connection),
    keyMasks: [keyMask],
    name: baseUrl,
    wording: serviceWording,
    warnings,
    notices: [],
    verboseNotes: [],
    readQuery: readForService,
    notesOn: (kind, query) => kind.serviceNotes(query),
    publicationNotes: Effect.fnUntraced(function* ({ from, to }) {
      if (from === undefined || from !== to || !isCivilDate(from)) return []
      const date = CivilDate.make(from)
      if ((yield* publicationState(date)) !== "not yet") return []
      const at = DateTime.formatIso(publicationOf(date))
      return [`The complaints of ${date} are not published yet. They are expected at ${at}.`]
    }),
    basisOf: () => Effect.succeed(undefined),
    countDays: (kind, query, isEmpty) => kind.publishedDays(query, isEmpty),
    daysNote: () => Effect.succeed(""),
    failureOf: (error) => failureOf(error, key)
  }
})
