import { defaultBaseUrl } from "@public-records/core"
import { type SyncOptions } from "@public-records/mirror"
import { Effect, type Scope } from "effect"
import { type HttpClient } from "effect/http"
import { type CommandFailure, failureOf } from "../CommandFailure.ts"
import { maxRetryAfter } from "../export/toFile.ts"
import { type Host } from "../Host.ts"
import { settingSources } from "../settings/configurationFile.ts"
import { keySettingOf, readSettings } from "../settings/userSettings.ts"
import { openNetwork, openService, warningsIn } from "../source/openService.ts"
import { type SessionSource } from "../source/session.ts"
import { type Service } from "../source/Source.ts"
import { type SyncFlags } from "./readSyncFlags.ts"

/** The sources of a sync. `http` sends requests to the site. Without a `service`, only the site is read. */
export interface SyncSources extends SessionSource {
  readonly http: HttpClient.HttpClient
  readonly options: Pick<SyncOptions, "allowHttp" | "origin">
  readonly service: Service | undefined
}

/** A dry run sends no request to the service, so it needs no key. */
const placeholder = { typedKey: "none" }

/** Opens the site, and the service if there is a key or a flag names it, until the scope closes. Sends nothing. */
export const openSources = Effect.fnUntraced(function* (
  flags: SyncFlags,
  spend: number | undefined
): Effect.fn.Return<SyncSources, CommandFailure, Host | Scope.Scope> {
  const sources = yield* settingSources(flags)
  const settings = yield* readSettings(sources)
  const site = {
    http: yield* openNetwork(settings),
    options: { allowHttp: settings("allowHttp")?.value, origin: settings("baseUrl")?.value ?? defaultBaseUrl }
  }
  const { dryRun, source } = flags
  const readsService = source === undefined ? keySettingOf(settings) !== undefined : source === "service"
  if (!readsService) {
    const texts = { warnings: warningsIn(sources), notices: [], verboseNotes: [], keyAdvice: "" }
    return { ...site, ...texts, failureOf: (error) => failureOf(error), service: undefined }
  }
  const key = dryRun ? placeholder : {}
  const service = yield* openService(flags, { maxRetryAfter, spend, suggestsDemo: false, ...key })
  return { ...service, ...site, service }
})
