import { type ProbeResponse, type WireRecord } from "./ProbeResponse.ts"
import { notShown, type Verdict } from "./Verdict.ts"

/** Groups of statements, in the order of the report. */
export const families = [
  "complaints: pages",
  "complaints: filters",
  "complaints: combination rules",
  "complaints: single records",
  "notices: pages",
  "notices: filters",
  "notices: single records",
  "keys, paths and methods"
] as const
type Family = (typeof families)[number]

/** Request of a check. `path` includes the encoded query. The configured key is only sent in the header. */
export interface CheckRequest {
  readonly method?: "GET" | "HEAD" | "OPTIONS"
  readonly path: string
  /** The API key to send. @default "configured" */
  readonly key?: "configured" | "none" | "wrong"
}

/** Records of the newest page of a collection, from which other requests take their values. */
export type Newest = ReadonlyArray<WireRecord>

/** What a check has received: the newest page of the row's collection, and every response. */
export interface Received {
  readonly newest: Newest
  readonly responses: ReadonlyArray<ProbeResponse>
}

export type Evaluate = (response: ProbeResponse, received: Received) => Verdict

/**
 * Documented behavior: the number of the statement of `docs/api.md` that requires it, its name as a sentence, "it …", and how to
 * evaluate it.
 */
export type Statement = readonly [rule: number, name: string, evaluate: Evaluate, family?: Family]

/** One request of a check, and the statements that its response shows. */
export interface Row {
  /** The family of its statements, unless they name another one. */
  readonly family: Family
  /** Builds the request. Returns `undefined` if the newest page lacks the values for it. */
  readonly request: (newest: Newest) => CheckRequest | undefined
  /** The record that `request` needs, for the message if it is missing. @default none */
  readonly needs?: string
  readonly shows: ReadonlyArray<Statement>
}

/** Creates a row whose request does not depend on the service's data. */
export const fixedRow = (family: Family, request: CheckRequest, ...shows: ReadonlyArray<Statement>): Row => ({
  family,
  request: () => request,
  shows
})

/** Creates a row whose request uses a value of the newest page, by which its statements evaluate the response. */
export const dependentRow = <Value>(
  family: Family,
  needs: string,
  valueIn: (newest: Newest) => Value | undefined,
  path: (value: Value) => string,
  ...shows: ReadonlyArray<readonly [rule: number, name: string, evaluate: (value: Value) => Evaluate]>
): Row => ({
  family,
  needs,
  request: (newest) => {
    const value = valueIn(newest)
    return value === undefined ? undefined : { path: path(value) }
  },
  shows: shows.map(([rule, name, evaluate]) => [
    rule,
    name,
    (response, received) => {
      const value = valueIn(received.newest)
      return value === undefined ? notShown("the request could not be sent") : evaluate(value)(response, received)
    }
  ])
})

/** An invalid API key. It belongs to no account, so it may appear in a URL. */
export const wrongKey = "public-records-check-a-key-of-nobody-000"
