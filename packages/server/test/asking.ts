import { Effect, Predicate } from "effect"
import { ReferenceServer } from "../src/index.ts"

/** An answer, read whole. */
export interface Asked {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON; nothing where it is none. */
  readonly json: unknown
}

export const key = { "X-Api-Key": "DEMO_KEY" }

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sends one request to the server of the context, with the key in its header unless `init` says otherwise. */
export const ask = (
  path: string,
  init: RequestInit = { headers: key }
): Effect.Effect<Asked, unknown, ReferenceServer> =>
  Effect.gen(function* () {
    const server = yield* ReferenceServer
    const response = yield* Effect.tryPromise(() => server.fetch(server.url + path, init))
    const text = yield* Effect.tryPromise(() => response.text())
    return { status: response.status, headers: response.headers, text, json: parsed(text) }
  })

/** What lies at a path of members inside JSON; nothing where a member is absent. */
export const at = (json: unknown, ...members: ReadonlyArray<string | number>): unknown =>
  members.reduce<unknown>((value, member) => (Predicate.hasProperty(value, member) ? value[member] : undefined), json)

/** The records of an envelope. */
export const data = (asked: Asked): ReadonlyArray<unknown> => {
  const records = at(asked.json, "data")
  return Array.isArray(records) ? records : []
}

export const ids = (asked: Asked): ReadonlyArray<string> => data(asked).map((record) => String(at(record, "id")))

/** Every record's value of one attribute. */
export const attribute = (asked: Asked, name: string): ReadonlyArray<unknown> =>
  data(asked).map((record) => at(record, "attributes", name))

/** The sentence of an error body, in either envelope. */
export const said = (asked: Asked): unknown =>
  at(asked.json, "error", "message") ?? at(asked.json, "errors", 0, "detail")
