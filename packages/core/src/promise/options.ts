import type * as Duration from "effect/Duration"
import * as Predicate from "effect/Predicate"
import type { SharedBudget } from "../budget/SharedBudget.ts"
import type { CallEndEvent, CallEvent, RequestEvent, ResponseEvent, RetryEvent, WaitEvent } from "../CallEvents.ts"
import type { HeaderValues, RequestOptions as EffectRequestOptions } from "../CallOptions.ts"
import { noSuchName } from "../nearestName.ts"
import type { PublicRecordsOptions } from "../Options.ts"
import type { RejectedRecord } from "../records/Page.ts"
import type { Resumption } from "../walk/WalkState.ts"

/** A length of time: milliseconds, or a text such as `"30 seconds"`. */
export type TimeSpan = number | Extract<Duration.Input, string>

/** Callbacks for metrics and tracing. A hook cannot change a request. An exception that it throws is logged and ignored. */
export interface Hooks {
  readonly onCall?: ((event: CallEvent) => void) | undefined
  readonly onRequest?: ((event: RequestEvent) => void) | undefined
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined
  readonly onRetry?: ((event: RetryEvent) => void) | undefined
  readonly onWait?: ((event: WaitEvent) => void) | undefined
  readonly onCallEnd?: ((event: CallEndEvent) => void) | undefined
}

/** `console`, or anything like it. */
export interface Logger {
  error(message: string, details?: object): void
  warn(message: string, details?: object): void
  info(message: string, details?: object): void
  debug(message: string, details?: object): void
}

/** What a client reports, and to whom. */
export interface ListenerOptions {
  /** Callbacks for requests, responses, retries and waits, for metrics and tracing. */
  readonly hooks?: Hooks | undefined
  /** Where the client logs. No line contains a part of the key. @default console */
  readonly logger?: Logger | undefined
  /**
   * What the client logs: failures as errors, waits of more than 10 seconds as warnings, other waits and retries as
   * information; for debugging also responses, and failures that only concern the call's input, such as `NotFound`.
   *
   * @default "warn"
   */
  readonly logLevel?: "off" | "error" | "warn" | "info" | "debug" | undefined
}

/** Options whose times are numbers or strings. */
type Plain<Options> = {
  readonly [Name in keyof Options]: Name extends "timeout" | "deadline" | "maxWait"
    ? TimeSpan | undefined
    : Options[Name]
}

/** Options of a client that each call may override. */
export interface RequestOptions extends Plain<EffectRequestOptions> {}

export interface ClientOptions
  extends Plain<Omit<PublicRecordsOptions, "apiKey" | "maxRetryAfter" | "keyVariable">>, ListenerOptions {
  /**
   * The API key, sent only in the header `X-Api-Key`. Without a key every call fails with `KeyMissing`.
   *
   * @default the environment variable `PUBLIC_RECORDS_API_KEY`
   */
  readonly apiKey?: string | undefined
  /**
   * Where requests are counted: `memoryBudget()`, which several clients may share, or `redisBudget(url)`, which several processes
   * may share.
   *
   * @default a `memoryBudget()` of its own
   */
  readonly budget?: SharedBudget | undefined
  /** The function that sends requests, such as a test double. @default the current `globalThis.fetch` */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** More options for each `fetch`, such as undici's `dispatcher`. */
  readonly fetchOptions?: Omit<RequestInit, "body" | "headers" | "method" | "redirect" | "signal"> | undefined
}

/** Options of one call. @default the client's */
export interface CallOptions extends RequestOptions {
  /** Aborting it stops the call immediately, closes its sockets, and rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

export interface StreamOptions extends CallOptions {
  /** Called with each rejected record. The stream waits for its promise and fails if it throws. */
  readonly onRejected?: ((rejected: RejectedRecord) => void | Promise<void>) | undefined
  /** Called with the id of each duplicate that the walk drops. Duplicates without an id are only counted. */
  readonly onDropped?: ((id: string) => void | Promise<void>) | undefined
  /** Number of records that the walk remembers to recognize duplicates, about 75 bytes each. @default 2000000 */
  readonly rememberedRecords?: number | undefined
}

export interface PagesOptions extends CallOptions {
  /**
   * The position of an earlier walk of the same query: the bookmark of its last page, and `seen` of all its pages in order. No
   * record is repeated or omitted.
   *
   * @default the start of the list
   */
  readonly from?: Resumption | undefined
}

const requestNames = ["timeout", "deadline", "maxWait", "maxRetries", "priority", "headers"]
const listenerNames = ["hooks", "logger", "logLevel"]
const sharedNames = [...requestNames, ...listenerNames]
const clientNames = ["apiKey", "baseUrl", "allowHttp", "requestsPerHour", "budget", "cache", "linkHosts", "userAgent"]
const callNames = [...requestNames, "signal"]

/** The names of options, by the thing that has them. */
const optionNames = {
  "A client": [...sharedNames, ...clientNames, "fetch", "fetchOptions"],
  withOptions: sharedNames,
  "A call": callNames,
  "A stream": [...callNames, "onRejected", "onDropped", "rememberedRecords"],
  "A walk of pages": [...callNames, "from"],
  hooks: ["onCall", "onRequest", "onResponse", "onRetry", "onWait", "onCallEnd"]
}

const methods = ["error", "warn", "info", "debug"] as const
const levels = ["off", ...methods]
const ownFetchOptions = ["body", "headers", "method", "redirect", "signal"]

const isSignal = (value: unknown): value is AbortSignal =>
  Predicate.hasProperty(value, "aborted") &&
  Predicate.hasProperty(value, "addEventListener") &&
  Predicate.isFunction(value.addEventListener)

const isLogger = (value: unknown): boolean =>
  methods.every((method) => Predicate.hasProperty(value, method) && Predicate.isFunction(value[method]))

/** What is wrong with the value of an option that `resolveOptions` does not check, or `undefined`. */
const problemOf = (name: string, value: unknown): string | undefined => {
  switch (name) {
    case "apiKey":
      return Predicate.isString(value) ? undefined : "The API key is not a string. Copy it again, or omit it."
    case "fetch":
    case "onRejected":
    case "onDropped":
      return Predicate.isFunction(value) ? undefined : `${name} is not a function. Pass a function, or omit it.`
    case "signal":
      return isSignal(value) ? undefined : "signal is not an AbortSignal. Pass the signal of an AbortController."
    case "logger":
      return isLogger(value) ? undefined : "logger has no methods error, warn, info and debug. Pass one like console."
    case "logLevel":
      return levels.some((level) => level === value) ? undefined : `logLevel must be one of ${levels.join(", ")}.`
    case "rememberedRecords":
      return Predicate.isNumber(value) ? undefined : "rememberedRecords must be a number."
    case "from":
      return Predicate.hasProperty(value, "bookmark") && Predicate.hasProperty(value, "seen")
        ? undefined
        : "from must be an object with the bookmark and the seen texts of an earlier walk."
    case "hooks":
      return hooksProblem(value)
    case "fetchOptions":
      return fetchOptionsProblem(value)
    default:
      return undefined
  }
}

const hooksProblem = (hooks: unknown): string | undefined => {
  const problem = optionsProblem("hooks", hooks)
  if (problem !== undefined || !Predicate.isObject(hooks)) return problem
  const wrong = Object.entries(hooks).find(([, hook]) => hook !== undefined && !Predicate.isFunction(hook))
  return wrong && `The hook ${wrong[0]} is not a function.`
}

const fetchOptionsProblem = (value: unknown): string | undefined => {
  if (!Predicate.isObject(value)) return "fetchOptions must be an object."
  const own = ownFetchOptions.find((name) => name in value)
  const other = own === "headers" ? " Use the option headers." : own === "signal" ? " Pass signal to a call." : ""
  return own && `fetchOptions cannot contain ${own}, because the client sets it.${other}`
}

/** The option `signal` of a call that may have invalid options. */
export const signalOf = (options: unknown): AbortSignal | undefined =>
  Predicate.hasProperty(options, "signal") && isSignal(options.signal) ? options.signal : undefined

/** Returns the problem of options of the wrong type or with unknown names. */
export const optionsProblem = (owner: keyof typeof optionNames, options: unknown): string | undefined => {
  const subject =
    owner === "hooks" ? "hooks" : owner === "withOptions" ? "The options" : `The options of ${owner.toLowerCase()}`
  if (!Predicate.isObject(options)) return `${subject} must be an object.`
  const names: ReadonlyArray<string> = optionNames[owner]
  for (const [name, value] of Object.entries(options)) {
    if (!names.includes(name))
      return noSuchName(owner === "hooks" ? "There is no hook" : `${owner} has no option`, name, names)
    const problem = value === undefined ? undefined : problemOf(name, value)
    if (problem !== undefined) return problem
  }
  return undefined
}

const lowerCase = (headers: HeaderValues = {}): HeaderValues =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** Returns options over others, which they replace. The headers of both are sent. */
export const withDefaults = <Options extends RequestOptions>(defaults: RequestOptions, options: Options): Options => {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  const all = { ...options, ...defaults, ...Object.fromEntries(given) }
  // Headers that are no object are refused by the check of the options.
  if (options.headers === undefined || !Predicate.isObject(options.headers)) return all
  return { ...all, headers: { ...lowerCase(defaults.headers), ...lowerCase(options.headers) } }
}
