import { Effect, Predicate } from "effect"
import { ReferenceServer } from "../src/index.ts"
import { patiently } from "./rawSocket.ts"

/** A response with its complete body. */
export interface TestResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body parsed as JSON, or `undefined` if it is not JSON. */
  readonly json: unknown
}

export const key = { "X-Api-Key": "DEMO_KEY" }

/** Parses JSON. Returns `undefined` if the text is not JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sends a request to the server in the context. Without `init` the request has the API key in its header. */
export const sendRequest = (
  path: string,
  init: RequestInit = { headers: key }
): Effect.Effect<TestResponse, unknown, ReferenceServer> =>
  Effect.gen(function* () {
    const server = yield* ReferenceServer
    const late = (what: string) => (): string => `no ${what} arrived for ${path}`
    const response = yield* Effect.tryPromise(() => patiently(server.fetch(server.url + path, init), late("response")))
    const text = yield* Effect.tryPromise(() => patiently(response.text(), late("whole body")))
    return { status: response.status, headers: response.headers, text, json: parseJson(text) }
  })

/** Returns the value at a path of members inside JSON, or `undefined` if a member is absent. */
export const at = (json: unknown, ...members: ReadonlyArray<string | number>): unknown =>
  members.reduce<unknown>((value, member) => (Predicate.hasProperty(value, member) ? value[member] : undefined), json)

/** Returns the records in the `data` member of a response. */
export const data = (response: TestResponse): ReadonlyArray<unknown> => {
  const records = at(response.json, "data")
  return Array.isArray(records) ? records : []
}

/** Returns the id of each record. */
export const ids = (response: TestResponse): ReadonlyArray<string> =>
  data(response).map((record) => String(at(record, "id")))

/** Returns the value of an attribute in each record. */
export const attribute = (response: TestResponse, name: string): ReadonlyArray<unknown> =>
  data(response).map((record) => at(record, "attributes", name))

/** Returns the message of an error response, in the envelope of complaints or of notices. */
export const errorMessage = (response: TestResponse): unknown =>
  at(response.json, "error", "message") ?? at(response.json, "errors", 0, "detail")
