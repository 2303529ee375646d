import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import type { HeaderValues, RequestOptions } from "./CallOptions.ts"
import { InvalidOptions } from "./PublicRecordsError.ts"

/** The version of this package. */
export const version = "0.1.0"

export interface PublicRecordsOptions extends RequestOptions {
  /** The API key, sent only in the header `X-Api-Key`. Without a key every call fails with `KeyMissing`. */
  readonly apiKey?: string | Redacted.Redacted | undefined
  /** The address of the service. @default "https://api.ftc.gov" */
  readonly baseUrl?: string | URL | undefined
  /** Whether the base URL may be plain HTTP, which exposes the key. @default false */
  readonly allowHttp?: boolean | undefined
  /** Maximum requests in any hour, or `Infinity`. If the service reports a lower limit, that limit applies. @default 1000 */
  readonly requestsPerHour?: number | undefined
  /** The longest pause of the service to wait for, within `maxWait`. Calls fail with `RateLimited` if it is longer. @default none */
  readonly maxRetryAfter?: Duration.Input | undefined
  /** Whether responses are cached until the next publication. @default false */
  readonly cache?: boolean | undefined
  /** The environment variable from which the program reads the key, for the advice of errors. @default none */
  readonly keyVariable?: string | undefined
  /** The name of your program, such as `"my-app/1.2"`. It is sent before `public-records/VERSION`. @default none */
  readonly userAgent?: string | undefined
}

export const defaultBaseUrl = "https://api.ftc.gov"

const invalid = (message: string): Effect.Effect<never, InvalidOptions> => Effect.fail(new InvalidOptions({ message }))

const check = <A>(value: A, isValid: boolean, message: string): Effect.Effect<A, InvalidOptions> =>
  isValid ? Effect.succeed(value) : invalid(message)

// The message does not quote an invalid base URL, because it may be a key or contain a password.
const checkBaseUrl = Effect.fnUntraced(function* (given: string | URL, allowHttp: boolean) {
  const url = Predicate.isString(given) || given instanceof URL ? URL.parse(String(given)) : null
  if (url === null) return yield* invalid("The base URL is not a URL. Write it as https://HOST.")
  const { hash, password, protocol, search, username } = url
  const hasMore = `${username}${password}${search}${hash}` !== ""
  yield* check(url, !hasMore, "The base URL has more than a host and a path. Remove user names, passwords, ? and #.")
  const isWeb = protocol === "https:" || protocol === "http:"
  yield* check(url, isWeb, "The base URL is neither https nor http. Write it as https://HOST.")
  if (protocol === "https:" || allowHttp) return url
  const problem = `The base URL ${url.href} is not HTTPS, so it would expose the API key.`
  const message = `${problem} Use https, or allow plain HTTP explicitly.`
  return yield* Effect.fail(new InvalidOptions({ message, neededOption: "allowHttp" }))
})

const checkKey = (key: string | Redacted.Redacted): Effect.Effect<Redacted.Redacted, InvalidOptions> => {
  if (!Predicate.isString(key) && !Redacted.isRedacted(key)) {
    return invalid("The API key is not a string. Copy it again, or omit it.")
  }
  const redacted = Predicate.isString(key) ? Redacted.make(key) : key
  // A real key has 40 characters. A very long text is a mistake, such as a complete file.
  const isValid = /^[\x21-\x7e]{1,1000}$/.test(Redacted.value(redacted))
  const message =
    "The API key is empty, too long, or contains characters that no key has, such as spaces. Copy it again."
  return check(redacted, isValid, message)
}

const readDuration = Option.liftThrowable((input: Duration.Input) => Option.getOrThrow(Duration.fromInput(input)))

/** Returns a duration, which is negative if the input is not one. */
const durationOf = (input: Duration.Input): Duration.Duration =>
  // `Duration` reads `NaN` as 0.
  Number.isNaN(input)
    ? Duration.negativeInfinity
    : Option.getOrElse(readDuration(input), () => Duration.negativeInfinity)

const checkPositive = (name: string, input: Duration.Input): Effect.Effect<Duration.Duration, InvalidOptions> => {
  const duration = durationOf(input)
  const message = `${name} must be a positive duration, such as "30 seconds" or "2 minutes".`
  return check(duration, Duration.isPositive(duration), message)
}

/** Checks a duration that may be zero. */
const checkMaxWait = (input: Duration.Input): Effect.Effect<Duration.Duration, InvalidOptions> => {
  const duration = durationOf(input)
  const message = 'maxWait is not a duration. Write it as "30 seconds", or 0 to never wait.'
  return check(duration, !Duration.isNegative(duration), message)
}

const checkBoolean = (name: string, value: boolean): Effect.Effect<boolean, InvalidOptions> =>
  check(value, Predicate.isBoolean(value), `${name} must be true or false.`)

const checkUserAgent = (userAgent: string | undefined): Effect.Effect<string, InvalidOptions> => {
  if (userAgent === undefined) return Effect.succeed(`public-records/${version}`)
  const isValid = Predicate.isString(userAgent) && /^[\x21-\x7e](?:[\x20-\x7e]{0,998}[\x21-\x7e])?$/.test(userAgent)
  const message = "The userAgent is not a valid header. Use plain ASCII without line breaks."
  return isValid ? Effect.succeed(`${userAgent} public-records/${version}`) : invalid(message)
}

const headerName = /^[\w!#$%&'*+\-.^`|~]+$/
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/

/** Checks headers, and returns them by lower-case name. The messages do not quote values, which may be secret. */
const checkHeaders = Effect.fnUntraced(function* (
  headers: HeaderValues
): Effect.fn.Return<HeaderValues, InvalidOptions> {
  if (!Predicate.isObject(headers)) {
    return yield* invalid('headers must be an object of strings, such as { "accept-language": "en" }.')
  }
  const checked: Array<readonly [string, string | null]> = []
  for (const [given, value] of Object.entries(headers)) {
    const name = given.toLowerCase()
    if (name === "x-api-key") return yield* invalid("headers cannot contain X-Api-Key. Pass the key as apiKey.")
    const isValid = headerName.test(given) && (value === null || (Predicate.isString(value) && headerValue.test(value)))
    if (!isValid) return yield* invalid(`The header ${JSON.stringify(given)} has an invalid name or value.`)
    checked.push([name, value])
  }
  return Object.fromEntries(checked)
})

/** Checks the options that a client and its calls have in common. Leaves out the absent ones. **Fails with** `InvalidOptions`. */
export const resolveRequestOptions = Effect.fnUntraced(function* (options: RequestOptions) {
  const { deadline, headers, maxRetries, maxWait, priority, timeout } = options
  const isCount = maxRetries === undefined || (Number.isSafeInteger(maxRetries) && maxRetries >= 0)
  yield* check(maxRetries, isCount, "maxRetries must be an integer of 0 or more.")
  const isPriority = priority === undefined || priority === "interactive" || priority === "bulk"
  yield* check(priority, isPriority, 'priority must be "interactive" or "bulk".')
  return {
    timeout: timeout === undefined ? undefined : yield* checkPositive("timeout", timeout),
    deadline: deadline === undefined ? undefined : yield* checkPositive("deadline", deadline),
    maxWait: maxWait === undefined ? undefined : yield* checkMaxWait(maxWait),
    maxRetries,
    priority,
    headers: headers === undefined ? {} : yield* checkHeaders(headers)
  }
})

export type CheckedRequestOptions = Effect.Success<ReturnType<typeof resolveRequestOptions>>

/** Checks options and adds the defaults. **Fails with** `InvalidOptions`. */
export const resolveOptions = Effect.fnUntraced(function* (options: PublicRecordsOptions) {
  const { apiKey, requestsPerHour = 1000 } = options
  if (!Predicate.isNumber(requestsPerHour)) return yield* invalid("requestsPerHour must be a number, such as 1000.")
  const tooFew = `The budget of ${requestsPerHour} requests per hour is too small. It must be at least 1.`
  const request = yield* resolveRequestOptions(options)
  const allowHttp = yield* checkBoolean("allowHttp", options.allowHttp ?? false)
  return {
    requestsPerHour: Math.floor(yield* check(requestsPerHour, requestsPerHour >= 1, tooFew)),
    apiKey: apiKey === undefined ? Option.none<Redacted.Redacted>() : Option.some(yield* checkKey(apiKey)),
    baseUrl: yield* checkBaseUrl(options.baseUrl ?? defaultBaseUrl, allowHttp),
    maxRetryAfter: yield* checkPositive("maxRetryAfter", options.maxRetryAfter ?? Duration.infinity),
    cache: yield* checkBoolean("cache", options.cache ?? false),
    userAgent: yield* checkUserAgent(options.userAgent),
    keyVariable: options.keyVariable,
    request
  }
})

export type ClientConfig = Effect.Success<ReturnType<typeof resolveOptions>>
