import { type ProbeResponse } from "./ProbeResponse.ts"
import { type Verdict } from "./Verdict.ts"

/** API key to send with a probe. The configured key is only sent in the header. */
type ProbeKey = "configured" | "none" | "wrong" | "wrongInQuery"

/** Request of a probe. `path` includes the encoded query. */
export interface ProbeRequest {
  readonly method?: "GET" | "HEAD" | "OPTIONS"
  readonly path: string
  readonly key?: ProbeKey
}

/** Responses received so far, by the name of their probe. */
export type ProbeResponses = ReadonlyMap<string, ProbeResponse>

/** One request of a check. */
export interface Probe {
  readonly name: string
  /** Builds the request from earlier responses. Returns `undefined` if the service's data lacks the values for it. */
  readonly build: (responses: ProbeResponses) => ProbeRequest | undefined
  /** The record that `build` needs, for the message if it is missing. */
  readonly needs: string
}

/** Documented behavior of the service, and how to evaluate it from the response to a probe. */
export interface Statement {
  readonly family: string
  /** The behavior as a sentence: "it …". */
  readonly name: string
  /** Number of the statement of `docs/api.md` that requires the behavior. */
  readonly rule: number
  /** Name of the probe whose response is evaluated. */
  readonly probe: string
  readonly evaluate: (response: ProbeResponse, responses: ProbeResponses) => Verdict
}

/** Returns a constructor for the statements of a family. */
export const statementsOf =
  (family: string) =>
  (probe: string, name: string, rule: number, evaluate: Statement["evaluate"]): Statement => ({
    family,
    name,
    rule,
    probe,
    evaluate
  })

/** An invalid API key. It belongs to no account, so it may appear in a URL. */
export const wrongKey = "public-records-check-a-key-of-nobody-000"

/** Creates a probe that does not depend on the service's data. */
export const fixedProbe = (name: string, request: ProbeRequest): Probe => ({ name, build: () => request, needs: "" })

/** Creates a probe whose path depends on a value of earlier responses. */
export const dependentProbe = <Value>(
  name: string,
  needs: string,
  valueFrom: (responses: ProbeResponses) => Value | undefined,
  path: (value: Value) => string
): Probe => ({
  name,
  needs,
  build: (responses) => {
    const value = valueFrom(responses)
    return value === undefined ? undefined : { path: path(value) }
  }
})

export const encode = encodeURIComponent
