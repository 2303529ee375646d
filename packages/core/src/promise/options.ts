import * as Predicate from "effect/Predicate"
import { noSuchName } from "../nearestName.ts"
import type { HeaderValues, RequestOptions } from "./api.ts"

const requestNames = ["timeout", "deadline", "maxWait", "maxRetries", "priority", "headers"]
const listenerNames = ["hooks", "logger", "logLevel"]
const sharedNames = [...requestNames, ...listenerNames]
const clientNames = ["apiKey", "baseUrl", "allowHttp", "requestsPerHour", "budget", "cache", "userAgent"]
const callNames = [...requestNames, "signal"]

/** The names of options, by the thing that has them. */
const optionNames = {
  "A client": [...sharedNames, ...clientNames, "fetch", "fetchOptions"],
  withOptions: sharedNames,
  "A call": callNames,
  "A stream": [...callNames, "onRejected"],
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

/** Returns the problem of an option that `resolveOptions` does not check, or `undefined`. */
const problemOf = (name: string, value: unknown): string | undefined => {
  switch (name) {
    case "apiKey":
      return Predicate.isString(value) ? undefined : "The API key is not a string. Copy it again, or omit it."
    case "fetch":
    case "onRejected":
      return Predicate.isFunction(value) ? undefined : `${name} is not a function. Pass a function, or omit it.`
    case "signal":
      return isSignal(value) ? undefined : "signal is not an AbortSignal. Pass the signal of an AbortController."
    case "logger":
      return isLogger(value) ? undefined : "logger has no methods error, warn, info and debug. Pass one like console."
    case "logLevel":
      return levels.some((level) => level === value) ? undefined : `logLevel must be one of ${levels.join(", ")}.`
    case "from":
      return Predicate.hasProperty(value, "bookmark") && Predicate.hasProperty(value, "seen")
        ? undefined
        : "from must be an object with the bookmark and the seen ids of an earlier walk."
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
  // The check of the options refuses headers that are no object.
  if (!Predicate.isObject(options.headers)) return all
  return { ...all, headers: { ...lowerCase(defaults.headers), ...lowerCase(options.headers) } }
}
