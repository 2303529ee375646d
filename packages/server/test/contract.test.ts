import { assert, describe, it } from "@effect/vitest"
import { Validator } from "@seriousme/openapi-schema-validator"
import { Effect } from "effect"
import { ReferenceServer, type ReferenceServerOptions } from "../src/index.ts"
import { answer } from "../src/Service.ts"
import { Faults } from "../src/faults/Faults.ts"
import { Metrics } from "../src/watching/Metrics.ts"
import { RecentAnswers } from "../src/requests/RecentAnswers.ts"
import { straight } from "../src/faults/PageBend.ts"
import { DocsPage } from "../src/contract/DocsPage.ts"
import { profiles } from "../src/Profile.ts"
import { answerProblem, contractFor, operationsOf } from "./contractChecks.ts"
import { ask, type Asked, at, ids, key } from "./asking.ts"

const complaints = "/v0/dnc-complaints"
const notices = "/v0/hsr-early-termination-notices"
const profileNames = ["documented", "live"] as const
const served = (options: ReferenceServerOptions = {}) =>
  Effect.provide(ReferenceServer.layerInProcess({ rateLimit: "off", ...options }))

const overHttp = (path: string) =>
  Effect.gen(function* () {
    const { fetch } = yield* ReferenceServer
    const response = yield* Effect.promise(() => fetch(`http://reference-server.invalid${path}`))
    const text = yield* Effect.promise(() => response.text())
    return { status: response.status, headers: response.headers, text, json: JSON.parse(text) } satisfies Asked
  })

describe("GET /openapi.json", () => {
  for (const profile of profileNames) {
    it.effect(`is valid OpenAPI 3.1 under an independent validator, ${profile}`, () =>
      Effect.gen(function* () {
        const asked = yield* ask("/openapi.json", {})
        assert.strictEqual(asked.headers.get("content-type"), "application/json")
        assert.deepStrictEqual(asked.json, JSON.parse(JSON.stringify(contractFor(profile))))
        const validator = new Validator()
        const { errors, valid } = yield* Effect.promise(() => validator.validate(JSON.parse(asked.text)))
        assert.isTrue(valid, JSON.stringify(errors))
        assert.strictEqual(validator.version, "3.1")
        const broken = JSON.parse(asked.text.replace('"title":"Public records service",', ""))
        assert.isFalse((yield* Effect.promise(() => new Validator().validate(broken))).valid)
      }).pipe(served({ profile }))
    )
  }

  it.effect("answers without a key and on plain HTTP, as the page and its files do", () =>
    Effect.gen(function* () {
      const paths = ["/openapi.json", "/docs", "/docs/page.css", "/docs/page.js"]
      for (const path of paths) {
        const get = yield* ask(path, {})
        assert.strictEqual(get.status, 200, path)
        const { fetch } = yield* ReferenceServer
        const plain = yield* Effect.promise(() => fetch(`http://reference-server.invalid${path}`))
        assert.strictEqual(plain.status, 200)
        const head = yield* ask(path, { method: "HEAD" })
        assert.deepStrictEqual([head.status, head.text], [200, ""])
        assert.strictEqual(head.headers.get("content-length"), get.headers.get("content-length"))
        const tag = get.headers.get("etag") ?? ""
        const again = yield* ask(path, { headers: { "If-None-Match": tag } })
        assert.deepStrictEqual([again.status, again.text], [304, ""])
        assert.strictEqual((yield* ask(path, { method: "OPTIONS" })).status, 204)
        const posted = yield* ask(path, { method: "POST" })
        assert.deepStrictEqual([posted.status, posted.headers.get("allow")], [405, "GET, HEAD, OPTIONS"])
      }
      for (const path of ["/docs/", "/docs/x.js", "/docs/../data/notices.json", "/docs/%2e%2e/notices.json"])
        assert.strictEqual((yield* ask(path, {})).status, 404, path)
    }).pipe(served())
  )

  it.effect("names the server's own address and the published key only where the server takes it", () =>
    Effect.gen(function* () {
      const { url } = yield* ReferenceServer
      const asked = yield* ask("/openapi.json", {})
      assert.strictEqual(at(asked.json, "servers", 0, "url"), url)
      assert.notInclude(asked.text, "canary-key")
      assert.notInclude(asked.text, "DEMO_KEY")
      assert.include((yield* ask("/docs", {})).text, "page.js")
    }).pipe(served({ apiKeys: ["canary-key"] }))
  )
})

/** How each example of an answer is got; the path of its operation, and what is asked. */
const requests: Readonly<Record<string, { readonly path: string; readonly url: string; readonly init?: RequestInit }>> =
  {
    ComplaintList: { path: complaints, url: `${complaints}?items_per_page=1` },
    ComplaintAlone: { path: `${complaints}/{id}`, url: `${complaints}/948305afcc22e798af0263980cfc6291` },
    NoticeList: { path: notices, url: `${notices}?filter[transaction-number][value]=20110718` },
    NoticeAlone: { path: `${notices}/{id}`, url: `${notices}/0254a428-d492-4d98-8bc6-e704bad804b7` },
    ApiKeyMissing: { path: complaints, url: complaints, init: {} },
    ApiKeyInvalid: { path: notices, url: notices, init: { headers: { "X-Api-Key": "wrong" } } },
    UnknownRoute: { path: complaints, url: `${complaints}/` },
    MethodNotAllowed: { path: notices, url: notices, init: { method: "POST" } },
    UriTooLong: { path: complaints, url: `${complaints}?city=${"x".repeat(9_000)}` },
    InvalidParameter: { path: complaints, url: `${complaints}?items_per_page=0` },
    BrokenRule: { path: complaints, url: `${complaints}?city=Columbus` },
    UnknownComplaint: { path: `${complaints}/{id}`, url: `${complaints}/unknown` },
    UnknownNoticeField: { path: notices, url: `${notices}?filter[party]=x` },
    InvalidNoticePage: { path: notices, url: `${notices}?page[limit]=0` },
    UnknownNotice: { path: `${notices}/{id}`, url: `${notices}/unknown` }
  }

/** These need a server in another state. */
const elsewhere = ["HttpsRequired", "InternalServerError", "OverRateLimit", "ScheduledFault"]

describe("the examples of the contract", () => {
  for (const profile of profileNames) {
    const { examples } = contractFor(profile).components
    const check = answerProblem(profile)
    const proves = (name: string, path: string, asked: Asked) => {
      const responses = operationsOf(profile).find(([given]) => given === path)?.[1].responses ?? {}
      const contents = Object.values(responses[String(asked.status)]?.content ?? {})
      assert.isTrue(
        contents.some((content) => Object.hasOwn(content.examples ?? {}, name)),
        `${name} ${asked.status}`
      )
      assert.deepStrictEqual(asked.json, examples[name]?.value, name)
      assert.isUndefined(check(path, asked.status, asked.headers, asked.text))
    }

    it.effect(`are what the server says, ${profile}`, () =>
      Effect.gen(function* () {
        const names = Object.keys(examples)
        assert.sameMembers(
          names,
          [...Object.keys(requests), ...elsewhere].filter((name) => profile === "documented" || name !== "BrokenRule")
        )
        for (const name of names.filter((name) => !elsewhere.includes(name))) {
          const { init, path, url } = requests[name] ?? assert.fail(name)
          proves(name, path, yield* ask(url, init))
        }
        proves("HttpsRequired", complaints, yield* overHttp(complaints))
      }).pipe(served({ profile }))
    )

    it.effect(`are what a limited and a faulty server say, ${profile}`, () =>
      Effect.gen(function* () {
        proves("ScheduledFault", complaints, yield* ask(complaints))
        const over = yield* ask(complaints)
        assert.strictEqual(over.headers.get("x-ratelimit-remaining"), "0")
        proves("OverRateLimit", complaints, over)
      }).pipe(
        served({
          profile,
          rateLimit: { limit: 1, window: "1 hour" },
          faults: { faults: [{ do: "status", status: 503 }] }
        })
      )
    )

    it(`are what a server says that made a mistake, ${profile}`, () => {
      const state = {
        get dataSet() {
          return assert.fail("a mistake")
        },
        profile: profiles[profile],
        apiKeys: new Set(["DEMO_KEY"]),
        quota: undefined,
        faults: new Faults({ faults: [] }, 1),
        pages: straight,
        metrics: new Metrics(),
        recent: new RecentAnswers(),
        baseUrl: "https://reference-server.invalid",
        docs: new DocsPage()
      }
      const request = { method: "GET", url: complaints, headers: { "x-api-key": "DEMO_KEY" }, isSecure: true }
      const { body, headers, status } = answer(state, request, 0)
      const text = new TextDecoder().decode(body)
      assert.strictEqual(status, 500)
      proves("InternalServerError", complaints, { status, headers: new Headers(headers), text, json: JSON.parse(text) })
    })
  }
})

const hrefOf = (path: string, parameters: Readonly<Record<string, string>>): string => {
  const { id, ...query } = parameters
  const search = new URLSearchParams(query).toString()
  return path.replace("{id}", encodeURIComponent(id ?? "")) + (search === "" ? "" : `?${search}`)
}

describe("the answers of the server", () => {
  for (const profile of profileNames) {
    const check = answerProblem(profile)

    it.effect(`are as the contract has them, ${profile}`, () =>
      Effect.gen(function* () {
        const urls = operationsOf(profile).flatMap(([path, operation]) => {
          const bare = path.includes("{id}") ? [] : [{ path, url: path }]
          const asked = operation["x-example-requests"] ?? []
          return bare.concat(asked.map(({ parameters }) => ({ path, url: hrefOf(path, parameters) })))
        })
        assert.isAbove(urls.length, 15)
        for (const { path, url } of urls) {
          const asked = yield* ask(url)
          assert.isUndefined(check(path, asked.status, asked.headers, asked.text), url)
          const tag = asked.headers.get("etag")
          if (tag === null) continue
          const again = yield* ask(url, { headers: { ...key, "If-None-Match": tag } })
          assert.strictEqual(again.status, 304)
          assert.isUndefined(check(path, 304, again.headers, again.text))
        }
        for (let offset = 0; offset < 3_000; offset += 500) {
          const page = yield* ask(`${complaints}?offset=${offset * 4}`)
          assert.isUndefined(check(complaints, page.status, page.headers, page.text))
          const other = yield* ask(`${notices}?page[offset]=${offset}`)
          assert.isUndefined(check(notices, other.status, other.headers, other.text))
        }
      }).pipe(served({ profile, rateLimit: { limit: 1_000, window: "1 hour" } }))
    )
  }

  it("are not as the contract has them where a member is missing, foreign or of another kind", () => {
    const check = answerProblem("documented")
    const { value } = contractFor("documented").components.examples["ComplaintList"] ?? assert.fail("no example")
    const headers = new Headers({
      "content-type": "application/json",
      etag: 'W/"1"',
      "cache-control": "no-cache",
      "access-control-allow-origin": "*"
    })
    const text = JSON.stringify(value)
    assert.isUndefined(check(complaints, 200, headers, text))
    for (const [from, to] of [
      ['"records-total":', '"record-total":'],
      ['"type":', '"kind":1,"type":'],
      ['"2021-07-07 ', '"2021-07-07T'],
      ['"N"', '"no"']
    ] as const) {
      assert.isString(check(complaints, 200, headers, text.replace(from, to)), from)
    }
    headers.delete("etag")
    assert.include(check(complaints, 200, headers, text), "came without ETag")
  })
})

describe("the parameters of the contract", () => {
  for (const profile of profileNames) {
    it.effect(`are taken by the server, each by itself, ${profile}`, () =>
      Effect.gen(function* () {
        const taken = new Set<string>()
        for (const path of [complaints, notices]) {
          const operation = operationsOf(profile).find(([given]) => given === path)?.[1] ?? assert.fail(path)
          const examples = operation["x-example-requests"] ?? []
          for (const parameter of operation.parameters ?? []) {
            if (parameter.in !== "query") continue
            const { example, name } = parameter
            // Where the data have nothing for it, or it stands by itself, it is asked alone.
            const company = examples.find(({ parameters }) => Object.hasOwn(parameters, name))?.parameters
            const sortCompany = name === "sort[by][direction]" ? { "sort[by][path]": "created" } : {}
            const given: Record<string, string> = { ...sortCompany, ...(company ?? { [name]: String(example ?? "x") }) }
            const good = yield* ask(hrefOf(path, given))
            assert.strictEqual(good.status, 200, `${path} ${name}`)
            if (example !== undefined) assert.isNotEmpty(ids(good), `${path} ${name}`)
            const bad = yield* ask(hrefOf(path, { ...given, [name]: "nonsense" }))
            const { [name]: _, ...others } = given
            const without = yield* ask(hrefOf(path, others))
            // One that is ignored changes nothing, whatever its value.
            const said = new Set([good, bad, without].map((asked) => `${asked.status} ${ids(asked).join(" ")}`))
            assert.isAbove(said.size, 1, `${path} ${name}`)
            taken.add(`${path} ${name}`)
          }
        }
        assert.strictEqual(taken.size, profile === "documented" ? 42 : 35)
      }).pipe(served({ profile }))
    )
  }

  it("have an example each that their own schema takes", () => {
    const check = operationsOf("documented").flatMap(([, { parameters }]) => parameters ?? [])
    for (const { example, name, schema } of check) {
      if (example === undefined) continue
      const pattern = schema["pattern"]
      if (typeof pattern === "string") assert.match(String(example), new RegExp(pattern), name)
      if (Array.isArray(schema["enum"])) assert.include(schema["enum"], example, name)
      assert.strictEqual(typeof example === "number", schema["type"] === "integer", name)
    }
  })

  it.effect("give the example requests that the data answer with records", () =>
    Effect.gen(function* () {
      for (const [path, operation] of operationsOf("documented")) {
        for (const { parameters, summary } of operation["x-example-requests"] ?? []) {
          const asked = yield* ask(hrefOf(path, parameters))
          if (summary.endsWith(": 404")) assert.strictEqual(asked.status, 404)
          else assert.isNotEmpty(ids(asked), summary)
        }
      }
    }).pipe(served())
  )
})
