import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { PublicRecordsOptions } from "./Options.ts"
import { PublicRecords } from "./PublicRecords.ts"

const setting = <A>(config: Config.Config<A>): Config.Config<A | undefined> => Config.withDefault(config, undefined)

/**
 * Options from the environment: `PUBLIC_RECORDS_API_KEY`, `PUBLIC_RECORDS_BASE_URL`, `PUBLIC_RECORDS_REQUESTS_PER_HOUR`,
 * `PUBLIC_RECORDS_MAX_RETRY_AFTER`, `PUBLIC_RECORDS_MAX_WAIT`. All are optional.
 */
export const optionsConfig: Config.Config<PublicRecordsOptions> = Config.all({
  keyVariable: Config.succeed("PUBLIC_RECORDS_API_KEY"),
  apiKey: setting(Config.Redacted("PUBLIC_RECORDS_API_KEY")),
  baseUrl: setting(Config.String("PUBLIC_RECORDS_BASE_URL")),
  requestsPerHour: setting(Config.Finite("PUBLIC_RECORDS_REQUESTS_PER_HOUR")),
  maxRetryAfter: setting(Config.Duration("PUBLIC_RECORDS_MAX_RETRY_AFTER")),
  maxWait: setting(Config.Duration("PUBLIC_RECORDS_MAX_WAIT"))
})

/** A client whose options come from the environment, as in `optionsConfig`. */
export const layerConfig = Layer.unwrap(Effect.map(optionsConfig, (options) => PublicRecords.layer(options)))
