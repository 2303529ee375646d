import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { ReferenceServer, startReferenceServer } from "../src/index.ts"
import { ask, at, key } from "./asking.ts"

const complaints = "/v0/dnc-complaints"
const numbers = Array.from({ length: 20 }, (_, n) => n)
const header =
  "Company_Phone_Number,Created_Date,Violation_Date,Consumer_City,Consumer_State,Consumer_Area_Code,Subject,Recorded_Message_Or_Robocall"

/** A file for the time of a scope that holds so many complaints. */
const fileWith = (rows: number) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => mkdtemp(join(tmpdir(), "reference-server-"))),
      (folder) => Effect.promise(() => rm(folder, { recursive: true }))
    ),
    (folder) => ({
      path: join(folder, "complaints.csv"),
      write: (count: number) => {
        const lines = Array.from(
          { length: count },
          (_, n) => `2025550${100 + n},2021-07-07 00:01:15,2021-07-06 11:48:00,Columbus,Ohio,614,Other,Y`
        )
        return writeFile(join(folder, "complaints.csv"), [header, ...lines, ""].join("\r\n"))
      }
    })
  ).pipe(Effect.tap(({ write }) => Effect.promise(() => write(rows))))

const optionsOf = (n: number) =>
  ({
    synthetic: 100 + n,
    seed: n,
    apiKeys: [`key-${n}`],
    rateLimit: { limit: n + 1, window: "1 hour" },
    faults: { faults: [{ on: { requests: [n + 1] }, do: "status", status: 500 + n }] }
  }) as const

/** Asks a server as often as its limit allows and once more: the totals, the fault, and the refusal. */
const behaviour = async (fetch: typeof globalThis.fetch, url: string, n: number) => {
  const totals = new Set<unknown>()
  const statuses: Array<number> = []
  for (let request = 0; request < n + 2; request++) {
    const answer = await fetch(`${url}${complaints}`, { headers: { "X-Api-Key": `key-${n}` } })
    statuses.push(answer.status)
    const body = await answer.json()
    if (answer.status === 200) totals.add(at(body, "meta", "records-total"))
  }
  const stranger = await fetch(`${url}${complaints}`, { headers: { "X-Api-Key": `key-${n + 1}` } })
  return { totals: [...totals], statuses, stranger: stranger.status }
}

const expected = (n: number) => ({
  totals: n === 0 ? [] : [100 + n],
  statuses: [...Array.from({ length: n }, () => 200), 500 + n, 429],
  stranger: 403
})

describe("many servers in one process", () => {
  it.live("have their own data, keys, limits and faults, in process", () =>
    Effect.gen(function* () {
      const servers = yield* Effect.forEach(numbers, (n) =>
        Effect.map(Layer.build(ReferenceServer.layerInProcess(optionsOf(n))), Context.get(ReferenceServer))
      )
      const seen = yield* Effect.promise(() =>
        Promise.all(servers.map(({ fetch, url }, n) => behaviour(fetch, url, n)))
      )
      assert.deepStrictEqual(seen, numbers.map(expected))
      const history = yield* Effect.forEach(servers, ({ faults }) => faults.history)
      assert.deepStrictEqual(
        history.map((requests) => requests.map(({ applied }) => applied.length)),
        numbers.map((n) => [...Array.from({ length: n }, () => 0), 1])
      )
    }).pipe(Effect.scoped)
  )

  it("have their own data, keys, limits and faults, on sockets", async () => {
    const servers = await Promise.all(numbers.map((n) => startReferenceServer(optionsOf(n))))
    const seen = await Promise.all(servers.map(({ fetch, url }, n) => behaviour(fetch, url, n)))
    assert.deepStrictEqual(seen, numbers.map(expected))
    assert.strictEqual(new Set(servers.map(({ url }) => url)).size, 20)
    await Promise.all(servers.map(({ close }) => close()))
  })
})

describe("the HTTP client of a server in this process", () => {
  const request = HttpClientRequest.get("https://reference-server.invalid/v0/dnc-complaints?items_per_page=1", {
    headers: { "x-api-key": "DEMO_KEY" }
  })

  it.effect("returns what its fetch returns", () =>
    Effect.gen(function* () {
      const client = yield* HttpClient.HttpClient
      const response = yield* client.execute(request)
      const { fetch } = yield* ReferenceServer
      const fetched = yield* Effect.promise(() => fetch(response.url, { headers: key }))
      const text = yield* Effect.promise(() => fetched.text())
      assert.strictEqual(response.status, 200)
      assert.deepStrictEqual({ ...response.headers }, Object.fromEntries(fetched.headers))
      assert.strictEqual(yield* response.text, text)
    }).pipe(
      Effect.provide(
        Layer.provideMerge(
          ReferenceServer.httpClient,
          ReferenceServer.layerInProcess({ synthetic: 3, rateLimit: "off" })
        )
      )
    )
  )

  it.effect("returns no body for HEAD, and fails for another origin as its fetch does", () =>
    Effect.gen(function* () {
      const client = yield* HttpClient.HttpClient
      const head = yield* client.execute(HttpClientRequest.setMethod(request, "HEAD"))
      assert.strictEqual(yield* head.text, "")
      const elsewhere = yield* Effect.flip(client.get("https://example.test/"))
      assert.strictEqual(elsewhere.reason._tag, "TransportError")
      assert.include(String(elsewhere.cause), "has the URL https://reference-server.invalid, not https://example.test")
    }).pipe(
      Effect.provide(
        Layer.provideMerge(
          ReferenceServer.httpClient,
          ReferenceServer.layerInProcess({ synthetic: 3, rateLimit: "off" })
        )
      )
    )
  )
})

describe("closing", () => {
  it("leaves no timer and no handle: a program that closes its servers ends by itself", async () => {
    const program = fileURLToPath(new URL("closingServers.ts", import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [program], { timeout: 20_000 })
    assert.strictEqual(stdout, "closed\nended by itself\n")
  })

  it.live("in process fails what waits, and whatever is asked later", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(
        ReferenceServer.layerInProcess({
          faults: {
            faults: [
              { on: { requests: [1] }, do: "stall" },
              { on: { requests: [2] }, do: "delay", ms: 100_000 }
            ]
          }
        }),
        scope
      )
      const asked = Effect.exit(Effect.provide(ask(complaints), context))
      const waiting = yield* Effect.forEach([1, 2], () => Effect.forkChild(asked, { startImmediately: true }))
      yield* Scope.close(scope, Exit.void)
      for (const fiber of waiting) assert.isTrue(Exit.isFailure(yield* Fiber.join(fiber)))
      const late = yield* Effect.flip(Effect.provide(ask(complaints), context))
      assert.include(String(Exit.fail(late)), "closed")
    })
  )
})

describe("reading the data again", () => {
  it.live("changes the tag with the data, so that a client that knew the old one gets the new", () =>
    Effect.gen(function* () {
      const file = yield* fileWith(3)
      yield* Effect.gen(function* () {
        const server = yield* ReferenceServer
        const tagged = (tag: string) => ask(complaints, { headers: { ...key, "If-None-Match": tag } })
        const tag = (yield* ask(complaints)).headers.get("etag") ?? ""
        assert.strictEqual((yield* tagged(tag)).status, 304)
        yield* server.reload
        assert.strictEqual((yield* tagged(tag)).status, 304)
        yield* Effect.promise(() => file.write(4))
        yield* server.reload
        const changed = yield* tagged(tag)
        assert.strictEqual(changed.status, 200)
        assert.strictEqual(at(changed.json, "meta", "records-total"), 4)
        assert.notStrictEqual(changed.headers.get("etag"), tag)
      }).pipe(Effect.provide(ReferenceServer.layerInProcess({ data: [file.path] })))
    }).pipe(Effect.scoped)
  )
})
