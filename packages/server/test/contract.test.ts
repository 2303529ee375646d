import { assert, describe, it } from "@effect/vitest"
import { Validator } from "@seriousme/openapi-schema-validator"
import { Effect } from "effect"
import { gatewayError } from "../src/gateway/GatewayError.ts"
import { ReferenceServer, type ReferenceServerOptions } from "../src/index.ts"
import { document, examples, operations, responseProblem } from "./contractChecks.ts"
import { sendRequest, type TestResponse, at, ids, key } from "./requests.ts"

const complaints = "/v0/dnc-complaints"
const notices = "/v0/hsr-early-termination-notices"
const served = (options: ReferenceServerOptions = {}) =>
  Effect.provide(ReferenceServer.layerInProcess({ rateLimit: "off", ...options }))

const askOverHttp = (path: string) =>
  Effect.gen(function* () {
    const { fetch } = yield* ReferenceServer
    const response = yield* Effect.promise(() => fetch(`http://reference-server.invalid${path}`))
    const text = yield* Effect.promise(() => response.text())
    return { status: response.status, headers: response.headers, text, json: JSON.parse(text) } satisfies TestResponse
  })

describe("GET /openapi.json", () => {
  for (const profile of ["documented", "live"] as const) {
    it.effect(`returns openapi.yaml with the address of the server in the profile ${profile}`, () =>
      Effect.gen(function* () {
        const { url } = yield* ReferenceServer
        const response = yield* sendRequest("/openapi.json", {})
        assert.strictEqual(response.headers.get("content-type"), "application/json")
        const servers = [{ url, description: `This server, in the profile \`${profile}\`.` }]
        assert.deepStrictEqual(response.json, Object.assign({}, document, { servers }))
      }).pipe(served({ profile }))
    )
  }

  it.effect("is valid OpenAPI 3.1 under an independent validator", () =>
    Effect.gen(function* () {
      const response = yield* sendRequest("/openapi.json", {})
      const validator = new Validator()
      const { errors, valid } = yield* Effect.promise(() => validator.validate(JSON.parse(response.text)))
      assert.isTrue(valid, JSON.stringify(errors))
      assert.strictEqual(validator.version, "3.1")
      const broken = JSON.parse(response.text.replace('"title":"Public records service",', ""))
      assert.isFalse((yield* Effect.promise(() => new Validator().validate(broken))).valid)
    }).pipe(served())
  )

  it.effect("works without a key and over plain HTTP, like the page", () =>
    Effect.gen(function* () {
      const { fetch } = yield* ReferenceServer
      for (const path of ["/openapi.json", "/docs"]) {
        const get = yield* sendRequest(path, {})
        assert.strictEqual(get.status, 200, path)
        const plain = yield* Effect.promise(() => fetch(`http://reference-server.invalid${path}`))
        assert.strictEqual(plain.status, 200)
        const head = yield* sendRequest(path, { method: "HEAD" })
        assert.deepStrictEqual([head.status, head.text], [200, ""])
        assert.strictEqual(head.headers.get("content-length"), get.headers.get("content-length"))
        const tag = get.headers.get("etag") ?? ""
        const again = yield* sendRequest(path, { headers: { "If-None-Match": tag } })
        assert.deepStrictEqual([again.status, again.text], [304, ""])
        const posted = yield* sendRequest(path, { method: "POST" })
        assert.deepStrictEqual([posted.status, posted.headers.get("allow")], [405, "GET, HEAD, OPTIONS"])
      }
      for (const path of ["/docs/", "/docs/../data/notices.json"])
        assert.strictEqual((yield* sendRequest(path, {})).status, 404, path)
    }).pipe(served())
  )

  it.effect("comes with a page that contains it, and whose policy allows only its own server", () =>
    Effect.gen(function* () {
      const { headers, text } = yield* sendRequest("/docs", {})
      assert.strictEqual(headers.get("content-type"), "text/html; charset=utf-8")
      assert.include(text, '"operationId":"listComplaints"')
      const policy = headers.get("content-security-policy") ?? ""
      assert.include(policy, "default-src 'none'")
      assert.notMatch(policy, /https?:|\*/)
    }).pipe(served())
  )

  it.effect("contains the base URL of the server everywhere, and no key", () =>
    Effect.gen(function* () {
      const { url } = yield* ReferenceServer
      const { text } = yield* sendRequest("/openapi.json", {})
      assert.notInclude(text, "reference-server.invalid")
      assert.include(text, `"self":"${url}/v0/dnc-complaints?items_per_page=1"`)
      assert.notMatch(text, /canary-key|DEMO_KEY/)
    }).pipe(Effect.provide(ReferenceServer.layerSocket({ port: 0, tls: "off", apiKeys: ["canary-key"] })))
  )
})

/** The request that returns each example response, and the path of its operation. */
const requests: Readonly<Record<string, { readonly path: string; readonly url: string; readonly init?: RequestInit }>> =
  {
    ComplaintList: { path: complaints, url: `${complaints}?items_per_page=1` },
    SingleComplaint: { path: `${complaints}/{id}`, url: `${complaints}/948305afcc22e798af0263980cfc6291` },
    NoticeList: { path: notices, url: `${notices}?filter[transaction-number][value]=20110718` },
    SingleNotice: { path: `${notices}/{id}`, url: `${notices}/0254a428-d492-4d98-8bc6-e704bad804b7` },
    ApiKeyMissing: { path: complaints, url: complaints, init: {} },
    ApiKeyInvalid: { path: notices, url: notices, init: { headers: { "X-Api-Key": "wrong" } } },
    UnknownRoute: { path: complaints, url: `${complaints}/` },
    MethodNotAllowed: { path: notices, url: notices, init: { method: "POST" } },
    UriTooLong: { path: complaints, url: `${complaints}?city=${"x".repeat(9_000)}` },
    InvalidParameter: { path: complaints, url: `${complaints}?items_per_page=0` },
    BrokenRule: { path: complaints, url: `${complaints}?city=Columbus` },
    UnknownComplaint: { path: `${complaints}/{id}`, url: `${complaints}/unknown` },
    UnknownNoticeField: { path: notices, url: `${notices}?filter[party]=x` },
    UnknownNotice: { path: `${notices}/{id}`, url: `${notices}/unknown` }
  }

const assertExample = (name: string, path: string, response: TestResponse) => {
  const responses = operations.find(([given]) => given === path)?.[1].responses ?? {}
  const contents = Object.values(responses[String(response.status)]?.content ?? {})
  assert.isTrue(
    contents.some((content) => Object.hasOwn(content.examples ?? {}, name)),
    `${name} ${response.status}`
  )
  assert.deepStrictEqual(response.json, examples[name]?.value, name)
  assert.isUndefined(responseProblem(path, response.status, response.headers, response.text))
}

describe("the examples of the contract", () => {
  it.effect("are the responses of the server", () =>
    Effect.gen(function* () {
      const elsewhere = ["HttpsRequired", "InternalServerError", "OverRateLimit"]
      assert.sameMembers(Object.keys(examples), [...Object.keys(requests), ...elsewhere])
      for (const [name, { init, path, url }] of Object.entries(requests)) {
        assertExample(name, path, yield* sendRequest(url, init))
      }
      assertExample("HttpsRequired", complaints, yield* askOverHttp(complaints))
    }).pipe(served())
  )

  it.effect("include the response at the rate limit", () =>
    Effect.gen(function* () {
      yield* sendRequest(complaints)
      const over = yield* sendRequest(complaints)
      assert.strictEqual(over.headers.get("x-ratelimit-remaining"), "0")
      assertExample("OverRateLimit", complaints, over)
    }).pipe(served({ rateLimit: { limit: 1, window: "1 hour" } }))
  )

  it("include the response to a bug of the server", () => {
    const { body, headers, status } = gatewayError("INTERNAL_SERVER_ERROR")
    assert.strictEqual(status, 500)
    const cors = new Headers({ ...headers, "Access-Control-Allow-Origin": "*" })
    assertExample("InternalServerError", complaints, { status, headers: cors, text: body, json: JSON.parse(body) })
  })
})

const hrefOf = (path: string, parameters: Readonly<Record<string, string>>): string => {
  const { id, ...query } = parameters
  const search = new URLSearchParams(query).toString()
  return path.replace("{id}", encodeURIComponent(id ?? "")) + (search === "" ? "" : `?${search}`)
}

const assertContract = (path: string, { headers, status, text }: TestResponse, url: string) =>
  assert.isUndefined(responseProblem(path, status, headers, text), url)

describe("the responses of the server", () => {
  it.effect("match the contract", () =>
    Effect.gen(function* () {
      const urls = operations.flatMap(([path, operation]) => {
        const bare = path.includes("{id}") ? [] : [{ path, url: path }]
        const examples = operation["x-example-requests"] ?? []
        return bare.concat(examples.map(({ parameters }) => ({ path, url: hrefOf(path, parameters) })))
      })
      assert.isAbove(urls.length, 15)
      for (const { path, url } of urls) {
        const response = yield* sendRequest(url)
        assertContract(path, response, url)
        const tag = response.headers.get("etag")
        if (tag === null) continue
        const again = yield* sendRequest(url, { headers: { ...key, "If-None-Match": tag } })
        assert.strictEqual(again.status, 304)
        assertContract(path, again, url)
      }
      for (let offset = 0; offset < 3_000; offset += 500) {
        assertContract(complaints, yield* sendRequest(`${complaints}?offset=${offset * 4}`), String(offset))
        assertContract(notices, yield* sendRequest(`${notices}?page[offset]=${offset}`), String(offset))
      }
    }).pipe(served({ rateLimit: { limit: 1_000, window: "1 hour" } }))
  )

  it.effect("differ from the contract only in lists, links and notices in the profile live", () =>
    Effect.gen(function* () {
      const problem = (path: string, { headers, status, text }: TestResponse) =>
        responseProblem(path, status, headers, text)
      assert.include(problem(complaints, yield* sendRequest(complaints)), "records-total")
      assert.include(problem(notices, yield* sendRequest(notices)), "application/vnd.api+json")
      assertContract(
        `${complaints}/{id}`,
        yield* sendRequest(`${complaints}/948305afcc22e798af0263980cfc6291`),
        "complaint by id"
      )
      for (const name of ["ApiKeyMissing", "UnknownRoute", "MethodNotAllowed", "InvalidParameter"]) {
        const { init, path, url } = requests[name] ?? assert.fail(name)
        assertExample(name, path, yield* sendRequest(url, init))
      }
    }).pipe(served({ profile: "live" }))
  )

  it("break the contract if a member is missing, unknown or of another kind", () => {
    const headers = new Headers({
      "content-type": "application/json",
      etag: 'W/"1"',
      "cache-control": "no-cache",
      "access-control-allow-origin": "*"
    })
    const text = JSON.stringify(examples["ComplaintList"]?.value)
    assert.isUndefined(responseProblem(complaints, 200, headers, text))
    for (const [from, to] of [
      ['"records-total":', '"total":'],
      ['"record-total":', '"total":'],
      ['"type":', '"kind":1,"type":'],
      ['"2021-07-07 ', '"2021-07-07T'],
      ['"N"', '"no"']
    ] as const) {
      assert.isString(responseProblem(complaints, 200, headers, text.replace(from, to)), from)
    }
    headers.delete("etag")
    assert.include(responseProblem(complaints, 200, headers, text), "ETag is missing")
  })
})

describe("the parameters of the contract", () => {
  it.effect("each change the response", () =>
    Effect.gen(function* () {
      const checked = new Set<string>()
      for (const path of [complaints, notices]) {
        const operation = operations.find(([given]) => given === path)?.[1] ?? assert.fail(path)
        for (const { example, in: location, name } of operation.parameters ?? []) {
          if (location !== "query") continue
          // Some parameters need others: they are sent as in an example request.
          const company = operation["x-example-requests"]?.find(({ parameters }) => Object.hasOwn(parameters, name))
          const sortCompany = name === "sort[by][direction]" ? { "sort[by][path]": "created" } : {}
          const alone = { [name]: String(example ?? "x") }
          const given: Record<string, string> = { ...sortCompany, ...(company?.parameters ?? alone) }
          const good = yield* sendRequest(hrefOf(path, given))
          assert.strictEqual(good.status, 200, `${path} ${name}`)
          if (example !== undefined) assert.isNotEmpty(ids(good), `${path} ${name}`)
          const bad = yield* sendRequest(hrefOf(path, { ...given, [name]: "nonsense" }))
          const { [name]: _, ...others } = given
          const without = yield* sendRequest(hrefOf(path, others))
          const responses = new Set(
            [good, bad, without].map((response) => `${response.status} ${ids(response).join(" ")}`)
          )
          assert.isAbove(responses.size, 1, `${path} ${name}`)
          checked.add(`${path} ${name}`)
        }
      }
      assert.strictEqual(checked.size, 34)
    }).pipe(served())
  )

  it("each have an example that their schema accepts", () => {
    const schemas = at(document, "components", "schemas")
    for (const { example, name, schema } of operations.flatMap(([, { parameters }]) => parameters ?? [])) {
      if (example === undefined) continue
      const reference = String(schema["$ref"]).split("/").at(-1) ?? ""
      const { enum: choices, pattern, type } = Object.assign({ type: "" }, schema, at(schemas, reference))
      if (typeof pattern === "string") assert.match(String(example), new RegExp(pattern), name)
      if (Array.isArray(choices)) assert.include(choices, example, name)
      assert.strictEqual(typeof example === "number", type === "integer", name)
    }
  })

  it.effect("have example requests that return records", () =>
    Effect.gen(function* () {
      for (const [path, operation] of operations) {
        for (const { parameters, summary } of operation["x-example-requests"] ?? []) {
          const response = yield* sendRequest(hrefOf(path, parameters))
          if (summary.endsWith(": 404")) assert.strictEqual(response.status, 404)
          else assert.isNotEmpty(ids(response), summary)
        }
      }
    }).pipe(served())
  )
})
