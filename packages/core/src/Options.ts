import * as Config from "effect/Config"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { InvalidOptions } from "./PublicRecordsError.ts"

/** The version of this package. */
export const version = "0.1.0"

export interface PublicRecordsOptions {
  /** The API key, sent only in the header `X-Api-Key`. Without a key every call fails with `KeyMissing`. */
  readonly apiKey?: string | Redacted.Redacted | undefined
  /** The address of the service. @default "https://api.ftc.gov" */
  readonly baseUrl?: string | undefined
  /** Whether the base URL may be plain HTTP. @default false */
  readonly allowHttp?: boolean | undefined
  /** Maximum requests in any hour, or `Infinity`. If the service reports a lower limit, that limit applies. @default 1000 */
  readonly requestsPerHour?: number | undefined
  /** The longest `Retry-After` to wait for. Calls fail with `RateLimited` if it is longer. @default "2 minutes" */
  readonly maxRetryAfter?: Duration.Input | undefined
  /**
   * The longest wait of a request for the budget or for a pause of the service. With `0` requests never wait. A request that
   * would wait longer fails immediately with `RateLimited`, whose `nextTryAt` is the time to try again.
   *
   * **Gotchas** limits each wait, not the sum of all. `maxRetryAfter` applies too. A retry that would wait longer is not made.
   *
   * @default none
   */
  readonly maxWait?: Duration.Input | undefined
  /** Timeout of one attempt, including the response body. @default "30 seconds" */
  readonly attemptTimeout?: Duration.Input | undefined
  /** Time limit of a complete call, including waits and retries. For a walk, of all pages together. @default none */
  readonly deadline?: Duration.Input | undefined
  /** Whether responses are cached until the next publication. @default false */
  readonly cache?: boolean | undefined
  /** Hosts that records may link to. Links to other hosts are rewritten to the base URL. @default none */
  readonly linkHosts?: ReadonlyArray<string> | undefined
  /** @default "public-records/VERSION" */
  readonly userAgent?: string | undefined
}

export const defaultBaseUrl = "https://api.ftc.gov"

const check = <A>(value: A, isValid: boolean, message: string): Effect.Effect<A, InvalidOptions> =>
  isValid ? Effect.succeed(value) : Effect.fail(new InvalidOptions({ message }))

// The message does not quote an invalid base URL, because it may be a key or contain a password.
const checkBaseUrl = Effect.fnUntraced(function* (text: string, allowHttp: boolean) {
  yield* check(text, URL.canParse(text), "The base URL is not a URL. Write it as https://HOST.")
  const url = new URL(text)
  const { hash, password, protocol, search, username } = url
  const hasMore = `${username}${password}${search}${hash}` !== ""
  yield* check(url, !hasMore, "The base URL has more than a host and a path. Remove user names, passwords, ? and #.")
  const isWeb = protocol === "https:" || protocol === "http:"
  yield* check(url, isWeb, "The base URL is neither https nor http. Write it as https://HOST.")
  const problem = `The base URL ${url.href} is not HTTPS, so it would expose the API key.`
  const message = `${problem} Use https, or allow plain HTTP explicitly.`
  return protocol === "https:" || allowHttp
    ? url
    : yield* Effect.fail(new InvalidOptions({ message, neededOption: "allowHttp" }))
})

const checkKey = (key: string | Redacted.Redacted): Effect.Effect<Redacted.Redacted, InvalidOptions> => {
  const redacted = typeof key === "string" ? Redacted.make(key) : key
  // A real key has 40 characters. A very long text is a mistake, such as a complete file.
  const isValid = /^[\x21-\x7e]{1,1000}$/.test(Redacted.value(redacted))
  const message =
    "The API key is empty, too long, or contains characters that no key has, such as spaces. Copy it again."
  return check(redacted, isValid, message)
}

/** Checks that a duration is longer than `min` milliseconds. */
const checkDuration = (input: Duration.Input, min: number, message: string) => {
  const duration = Option.getOrElse(Duration.fromInput(input), () => Duration.millis(Number.NEGATIVE_INFINITY))
  return check(duration, Duration.toMillis(duration) > min, message)
}

const checkPositive = (name: string, input: Duration.Input): Effect.Effect<Duration.Duration, InvalidOptions> =>
  checkDuration(input, 0, `${name} must be a positive duration, such as "30 seconds" or "2 minutes".`)

const checkUserAgent = (userAgent: string): Effect.Effect<string, InvalidOptions> => {
  const isValid = /^[\x21-\x7e](?:[\x20-\x7e]{0,998}[\x21-\x7e])?$/.test(userAgent)
  const message = "The userAgent is not a valid header. Use plain ASCII without line breaks."
  return check(userAgent, isValid, message)
}

const checkLinkHosts = (hosts: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<string>, InvalidOptions> => {
  const wrong = hosts.find((host) => URL.parse(`https://${host}`)?.host !== host)
  const message = `linkHosts contains ${JSON.stringify(wrong)}, which is not a host. Write hosts like www.ftc.gov.`
  return check(hosts, wrong === undefined, message)
}

/** Checks options and adds the defaults. **Fails with** `InvalidOptions`. */
export const resolveOptions = Effect.fnUntraced(function* (options: PublicRecordsOptions) {
  const { apiKey, requestsPerHour = 1000 } = options
  const notADuration = 'maxWait is not a duration. Write it as "30 seconds", or 0 to never wait.'
  const tooFew = `The budget of ${requestsPerHour} requests per hour is too small. It must be at least 1.`
  return {
    requestsPerHour: Math.floor(yield* check(requestsPerHour, requestsPerHour >= 1, tooFew)),
    apiKey: apiKey === undefined ? Option.none<Redacted.Redacted>() : Option.some(yield* checkKey(apiKey)),
    baseUrl: yield* checkBaseUrl(options.baseUrl ?? defaultBaseUrl, options.allowHttp ?? false),
    maxRetryAfter: yield* checkPositive("maxRetryAfter", options.maxRetryAfter ?? "2 minutes"),
    maxWait: yield* checkDuration(options.maxWait ?? Duration.infinity, -1, notADuration),
    attemptTimeout: yield* checkPositive("attemptTimeout", options.attemptTimeout ?? "30 seconds"),
    deadline: yield* checkPositive("deadline", options.deadline ?? Duration.infinity),
    cache: options.cache ?? false,
    linkHosts: yield* checkLinkHosts(options.linkHosts ?? []),
    userAgent: yield* checkUserAgent(options.userAgent ?? `public-records/${version}`)
  }
})

export type ClientConfig = Effect.Success<ReturnType<typeof resolveOptions>>

const setting = <A>(config: Config.Config<A>): Config.Config<A | undefined> => Config.withDefault(config, undefined)

/**
 * Options from the environment: `PUBLIC_RECORDS_API_KEY`, `PUBLIC_RECORDS_BASE_URL`, `PUBLIC_RECORDS_REQUESTS_PER_HOUR`,
 * `PUBLIC_RECORDS_MAX_RETRY_AFTER`, `PUBLIC_RECORDS_MAX_WAIT`. All are optional.
 */
export const optionsConfig: Config.Config<PublicRecordsOptions> = Config.all({
  apiKey: setting(Config.Redacted("PUBLIC_RECORDS_API_KEY")),
  baseUrl: setting(Config.String("PUBLIC_RECORDS_BASE_URL")),
  requestsPerHour: setting(Config.Finite("PUBLIC_RECORDS_REQUESTS_PER_HOUR")),
  maxRetryAfter: setting(Config.Duration("PUBLIC_RECORDS_MAX_RETRY_AFTER")),
  maxWait: setting(Config.Duration("PUBLIC_RECORDS_MAX_WAIT"))
})
