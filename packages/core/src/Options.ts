import { Config, Duration, Effect, Option, Redacted } from "effect"
import { InvalidOptions } from "./PublicRecordsError.ts"
import { version } from "./version.ts"

/** How to build a client. */
export interface PublicRecordsOptions {
  /** Sent in the header `X-Api-Key`, and nowhere else. Without one every call fails with `KeyMissing`. */
  readonly apiKey?: string | Redacted.Redacted | undefined
  /** Where the service is. @default "https://api.ftc.gov" */
  readonly baseUrl?: string | undefined
  /** Whether the base URL may be plain HTTP. @default false */
  readonly allowHttp?: boolean | undefined
  /** The budget in any hour; `Infinity` for none. A smaller limit that the service names counts instead. @default 1000 */
  readonly requestsPerHour?: number | undefined
  /** The longest `Retry-After` that a call waits for, rather than failing with `RateLimited`. @default "2 minutes" */
  readonly maxRetryAfter?: Duration.Input | undefined
  /**
   * The longest a request waits for its turn, whether the key's requests are used up or the service asked for a pause; `0`
   * never waits. A request that would wait longer fails at once with `RateLimited`, and `nextTryAt` says when to come back.
   *
   * **Gotchas** bounds each wait, not the sum of a call's waits. A pause of the service must not exceed `maxRetryAfter`
   * either. A failed request whose retry would come later is not retried.
   *
   * @default none
   */
  readonly maxWait?: Duration.Input | undefined
  /** The time for one attempt, its body included. @default "30 seconds" */
  readonly attemptTimeout?: Duration.Input | undefined
  /** The time for a whole call, its waits and attempts included; for a walk, for all of it. @default none */
  readonly deadline?: Duration.Input | undefined
  /** Whether answers are kept until their collection is published again. @default false */
  readonly cache?: boolean | undefined
  /** Hosts to which a record's link may point; a link to any other is rewritten to the base URL. @default none */
  readonly linkHosts?: ReadonlyArray<string> | undefined
  /** @default "public-records/VERSION" */
  readonly userAgent?: string | undefined
}

/** Options that were checked, with the defaults put in. */
export interface ClientConfig {
  readonly apiKey: Option.Option<Redacted.Redacted>
  readonly baseUrl: URL
  readonly requestsPerHour: number
  readonly maxRetryAfter: Duration.Duration
  readonly maxWait: Duration.Duration
  readonly attemptTimeout: Duration.Duration
  readonly deadline: Duration.Duration
  readonly cache: boolean
  readonly linkHosts: ReadonlyArray<string>
  readonly userAgent: string
}

/** The service itself. */
export const defaultBaseUrl = "https://api.ftc.gov"
const defaultRequestsPerHour = 1000

const invalid = (
  message: string,
  needed: { readonly neededOption?: "allowHttp" } = {}
): Effect.Effect<never, InvalidOptions> => Effect.fail(new InvalidOptions({ message, ...needed }))

// What is not a URL of the web is not shown: it may be a key that was set in its place, or begin with a user's password.
const checkBaseUrl = (text: string, allowHttp: boolean): Effect.Effect<URL, InvalidOptions> => {
  if (!URL.canParse(text)) return invalid("The base URL is not a URL; write it as https://HOST.")
  const url = new URL(text)
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    return invalid("The base URL has more than a host and a path; leave out user names, passwords, ? and #.")
  }
  if (url.protocol === "https:" || (url.protocol === "http:" && allowHttp)) return Effect.succeed(url)
  return url.protocol === "http:"
    ? invalid(
        `The base URL ${url.href} is not HTTPS, so the key would travel readable; use https, or allow plain HTTP by name.`,
        { neededOption: "allowHttp" }
      )
    : invalid("The base URL is neither https nor http; write it as https://HOST.")
}

/** A real key has 40 characters; a whole file in its place is a mistake. */
const headerText = /^[\x21-\x7e]{1,1000}$/

const checkKey = (
  key: string | Redacted.Redacted | undefined
): Effect.Effect<Option.Option<Redacted.Redacted>, InvalidOptions> => {
  if (key === undefined) return Effect.succeedNone
  const redacted = typeof key === "string" ? Redacted.make(key) : key
  return headerText.test(Redacted.value(redacted))
    ? Effect.succeedSome(redacted)
    : invalid("The API key is empty, too long, or has characters that a key never has, such as spaces; copy it again.")
}

const checkDuration = (name: string, input: Duration.Input): Effect.Effect<Duration.Duration, InvalidOptions> =>
  Option.match(
    Option.filter(Duration.fromInput(input), (duration) => Duration.toMillis(duration) > 0),
    {
      onNone: () => invalid(`${name} is not a time that passes; write it as "30 seconds" or "2 minutes".`),
      onSome: Effect.succeed
    }
  )

const checkMaxWait = (input: Duration.Input): Effect.Effect<Duration.Duration, InvalidOptions> =>
  Option.match(
    Option.filter(Duration.fromInput(input), (duration) => Duration.toMillis(duration) >= 0),
    {
      onNone: () => invalid('maxWait is not a duration. Write it as "30 seconds", or 0 to never wait.'),
      onSome: Effect.succeed
    }
  )

const checkUserAgent = (userAgent: string): Effect.Effect<string, InvalidOptions> =>
  /^[\x21-\x7e](?:[\x20-\x7e]{0,998}[\x21-\x7e])?$/.test(userAgent)
    ? Effect.succeed(userAgent)
    : invalid("The userAgent cannot be a header; write a name in plain ASCII, without line breaks.")

const checkLinkHosts = (hosts: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<string>, InvalidOptions> => {
  const wrong = hosts.find((host) => URL.parse(`https://${host}`)?.host !== host)
  return wrong === undefined
    ? Effect.succeed(hosts)
    : invalid(`linkHosts has ${JSON.stringify(wrong)}, which is not a host; write it as www.ftc.gov.`)
}

/** Checks options. **Fails with** `InvalidOptions`, when the client is built and not later. */
export const resolveOptions = Effect.fnUntraced(function* (
  options: PublicRecordsOptions
): Effect.fn.Return<ClientConfig, InvalidOptions> {
  const requestsPerHour = options.requestsPerHour ?? defaultRequestsPerHour
  if (!(requestsPerHour >= 1)) {
    return yield* invalid(`The budget of ${requestsPerHour} requests an hour allows none; it must be 1 or more.`)
  }
  return {
    apiKey: yield* checkKey(options.apiKey),
    baseUrl: yield* checkBaseUrl(options.baseUrl ?? defaultBaseUrl, options.allowHttp ?? false),
    requestsPerHour: Math.floor(requestsPerHour),
    maxRetryAfter: yield* checkDuration("maxRetryAfter", options.maxRetryAfter ?? "2 minutes"),
    maxWait: yield* checkMaxWait(options.maxWait ?? Duration.infinity),
    attemptTimeout: yield* checkDuration("attemptTimeout", options.attemptTimeout ?? "30 seconds"),
    deadline: yield* checkDuration("deadline", options.deadline ?? Duration.infinity),
    cache: options.cache ?? false,
    linkHosts: yield* checkLinkHosts(options.linkHosts ?? []),
    userAgent: yield* checkUserAgent(options.userAgent ?? `public-records/${version}`)
  }
})

const setting = <A>(config: Config.Config<A>): Config.Config<A | undefined> =>
  Config.option(config).pipe(Config.map(Option.getOrUndefined))

/**
 * Options from the environment: `PUBLIC_RECORDS_API_KEY`, `PUBLIC_RECORDS_BASE_URL`, `PUBLIC_RECORDS_REQUESTS_PER_HOUR`,
 * `PUBLIC_RECORDS_MAX_RETRY_AFTER`, `PUBLIC_RECORDS_MAX_WAIT`. Each may be absent.
 */
export const optionsConfig: Config.Config<PublicRecordsOptions> = Config.all({
  apiKey: setting(Config.Redacted("PUBLIC_RECORDS_API_KEY")),
  baseUrl: setting(Config.String("PUBLIC_RECORDS_BASE_URL")),
  requestsPerHour: setting(Config.Finite("PUBLIC_RECORDS_REQUESTS_PER_HOUR")),
  maxRetryAfter: setting(Config.Duration("PUBLIC_RECORDS_MAX_RETRY_AFTER")),
  maxWait: setting(Config.Duration("PUBLIC_RECORDS_MAX_WAIT"))
})
