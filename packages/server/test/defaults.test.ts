import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { defaultTags, valueOf } from "../../core/test/documentedDefaults.ts"
import { ReferenceServer, type ReferenceServerOptions, type SocketOptions } from "../src/index.ts"
import { defaultPort } from "../src/socket/makeSocketServer.ts"
import { ids, key, sendRequest } from "./requests.ts"
import { temporaryFiles } from "./temporaryFiles.ts"

const tags = defaultTags("packages/server/src/ReferenceServerOptions.ts")
const complaints = "/v0/dnc-complaints?items_per_page=20"
// A request that counts like any other and has a short response.
const unknown = sendRequest("/v0/dnc-complaints/unknown")

const statusOf = (headers: Readonly<Record<string, string>>) =>
  Effect.map(sendRequest(complaints, { headers }), ({ status }) => status)

/** Returns the reported limit, and the `Retry-After` of the 31st request and of the first one beyond the limit. */
const limits = Effect.gen(function* () {
  const reported = Number((yield* unknown).headers.get("x-ratelimit-limit"))
  const further = yield* Effect.replicateEffect(unknown, reported)
  const waits = further.map(({ headers }) => headers.get("retry-after"))
  return [reported, waits[30], waits.at(-1)]
})

const listed = Effect.map(sendRequest(complaints), ids)
const pageText = Effect.map(sendRequest(complaints), ({ text }) => text)
const secondPage = Effect.map(sendRequest(`${complaints}&offset=20`), ids)
const metaOf = Effect.map(sendRequest(complaints), ({ json }) => JSON.stringify(json).split('"meta":').at(-1))

type Look = Effect.Effect<unknown, unknown, ReferenceServer>

const inProcess = (look: Look, usual: ReferenceServerOptions = {}) => {
  return (options: ReferenceServerOptions) =>
    Effect.provide(look, ReferenceServer.layerInProcess({ ...usual, ...options }))
}

const onSocket = (look: Look, usual: SocketOptions = {}) => {
  return (options: SocketOptions) =>
    Effect.provide(look, ReferenceServer.layerSocket({ port: 0, tls: "off", ...usual, ...options }))
}

const loadsBrokenRows = (options: ReferenceServerOptions) =>
  Effect.scoped(
    Effect.gen(function* () {
      const file = yield* temporaryFiles({ "broken.ndjson": "{}\n" })
      const server = inProcess(listed, { data: [file("broken.ndjson")] })
      return Option.isSome(yield* Effect.option(server(options)))
    })
  )

interface Example {
  /** A value that is not the default. */
  readonly other: SocketOptions
  /** Returns an observation of a server with some options that depends on this one. */
  readonly shows: (options: SocketOptions) => Effect.Effect<unknown, unknown>
}

const forwarded = { ...key, "X-Forwarded-Proto": "https" }

/** An observation for each option. */
const visible: Readonly<Record<string, Example>> = {
  onBadRow: { other: { onBadRow: "skip" }, shows: loadsBrokenRows },
  newestDay: { other: { newestDay: "2026-11-28" }, shows: inProcess(pageText, { synthetic: 100 }) },
  seed: { other: { seed: 2 }, shows: inProcess(listed, { synthetic: 100, quirks: { doubles: 0.5 } }) },
  apiKeys: { other: { apiKeys: ["another"] }, shows: inProcess(statusOf(key)) },
  rateLimit: { other: { rateLimit: { limit: 1000, window: "2 hours" } }, shows: inProcess(limits) },
  burstLimits: { other: { burstLimits: [{ limit: 20, window: "1 second" }] }, shows: inProcess(limits) },
  profile: { other: { profile: "live" }, shows: inProcess(metaOf) },
  quirks: { other: { quirks: { overlaps: 1 } }, shows: inProcess(secondPage) },
  host: {
    other: { host: "localhost" },
    shows: onSocket(ReferenceServer.useSync(({ url }) => new URL(url).hostname))
  },
  tls: {
    other: { tls: "off" },
    shows: ({ tls }) => onSocket(ReferenceServer.useSync(({ url }) => new URL(url).protocol))({ tls })
  },
  allowHttp: { other: { allowHttp: true }, shows: onSocket(statusOf(key)) },
  trustProxy: { other: { trustProxy: true }, shows: onSocket(statusOf(forwarded)) }
}

/** Options whose default is described in words. */
const inWords = new Set(["data", "bundledData"])

/** The values of options whose documented default is `none`. */
const none: SocketOptions = { burstLimits: [], quirks: {} }

describe("the documented defaults of the server", () => {
  for (const [name, { other, shows }] of Object.entries(visible)) {
    it.effect(`behaves without ${name} as with its documented default`, () =>
      Effect.gen(function* () {
        const text = tags.get(name) ?? ""
        const documented: SocketOptions = text === "none" ? none : Object.fromEntries([[name, valueOf(text)]])
        const usual = yield* shows({})
        assert.deepStrictEqual(yield* shows(documented), usual)
        assert.notDeepEqual(yield* shows(other), usual)
      })
    )
  }

  it("has an example of every option with a default value", () => {
    const expected = Array.from(tags.keys()).filter((name) => name !== "port" && !inWords.has(name))
    assert.sameMembers(Object.keys(visible), expected)
  })

  it("listens on the documented port", () => {
    assert.strictEqual(valueOf(tags.get("port") ?? ""), defaultPort)
  })
})
