import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { type IncomingMessage, type ServerResponse } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { cannedService, json, page, wireComplaint } from "./cannedService.ts"
import { start } from "./executable.ts"
import { run } from "./inProcess.ts"

const canary = "canary-0123456789-canary-0123456789-canary"
const withKey = { PUBLIC_RECORDS_API_KEY: canary }
const list = ["complaints", "list", "--allow-http"]

/** A response with its exit code. */
const answers: ReadonlyArray<{
  readonly name: string
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void
  readonly exitCode: number
  readonly reason: string
}> = [
  {
    name: "a key that is not accepted",
    answer: json(403, { error: { code: "API_KEY_INVALID", message: `Your key ${canary} is wrong` } }),
    exitCode: 3,
    reason: "KeyRejected"
  },
  {
    name: "a limit that is used up",
    answer: json(429, {}, { "retry-after": "3600" }),
    exitCode: 4,
    reason: "RateLimited"
  },
  { name: "a request that is refused", answer: json(400, {}), exitCode: 6, reason: "BadRequest" },
  { name: "a missing path", answer: json(404, {}), exitCode: 6, reason: "BadRequest" },
  {
    name: "a response in another format",
    answer: json(200, { hello: "world" }),
    exitCode: 6,
    reason: "UnexpectedAnswer"
  },
  {
    name: "a redirect to another place",
    answer: json(302, {}, { location: "https://elsewhere.test/" }),
    exitCode: 6,
    reason: "RedirectRefused"
  }
]

describe("a response of the service", () => {
  for (const { name, answer, exitCode, reason } of answers) {
    it.effect(`causes exit code ${exitCode} for ${name}`, () =>
      Effect.gen(function* () {
        const { url, requests } = yield* cannedService(answer)
        const result = yield* run([...list, "--base-url", url, "--format", "json"], withKey)
        const { error } = JSON.parse(result.stderr)
        assert.strictEqual(error.reason, reason)
        assert.strictEqual(error.exitCode, exitCode)
        assert.strictEqual(result.code, exitCode)
        assert.strictEqual(result.stdout, "")
        assert.strictEqual(requests.length, 1)
      })
    )
  }

  it.effect("causes exit code 7 for a missing record", () =>
    Effect.gen(function* () {
      const { url } = yield* cannedService(json(404, {}))
      const { code } = yield* run(["complaints", "get", "nope", "--allow-http", "--base-url", url], withKey)
      assert.strictEqual(code, 7)
    })
  )

  for (const id of [".", "..", "a\ud800", "a\u0000b", "a\nb"]) {
    it.effect(`is not requested for the id ${JSON.stringify(id)}, with exit code 2`, () =>
      Effect.gen(function* () {
        const { url, requests } = yield* cannedService(json(200, { data: [wireComplaint(id)] }))
        const asked = ["complaints", "get", id, "--allow-http", "--base-url", url]
        const { code, stderr, stdout } = yield* run(asked, withKey)
        assert.deepStrictEqual([code, stdout, requests.length], [2, "", 0])
        assert.include(stderr, "The id contains characters that no id can have. Copy it from a list.")
      })
    )
  }

  it.effect("causes exit code 6 for a record with a different id", () =>
    Effect.gen(function* () {
      const { url } = yield* cannedService(json(200, { data: [wireComplaint("other")] }))
      const asked = ["complaints", "get", "one", "--allow-http", "--base-url", url]
      const { code, stderr, stdout } = yield* run(asked, withKey)
      assert.deepStrictEqual([code, stdout], [6, ""])
      assert.include(stderr, "it returned the record other")
    })
  )

  it.effect("is printed without an invalid record, which is counted on standard error", () =>
    Effect.gen(function* () {
      const broken = wireComplaint("broken", { "created-date": "no date" })
      const { url } = yield* cannedService(page(wireComplaint("good"), broken))
      for (const flags of [[], ["--all"]]) {
        const { code, stdout, stderr } = yield* run([...list, ...flags, "--base-url", url], withKey)
        assert.strictEqual(JSON.parse(stdout).id, "good")
        assert.include(stderr, "1 record was skipped")
        assert.strictEqual(code, 0)
      }
    })
  )
})

describe("the key", () => {
  it.effect("is only sent in the header, and is not in the URL, the log or an error", () =>
    Effect.gen(function* () {
      const good = yield* cannedService(page(wireComplaint("good")))
      const bad = yield* cannedService(json(403, { error: { code: "API_KEY_INVALID", message: `${canary} is wrong` } }))
      const outputs = yield* Effect.all([
        run([...list, "--base-url", good.url, "--verbose"], withKey),
        run([...list, "--base-url", bad.url, "--verbose"], withKey),
        run([...list, "--base-url", bad.url, "--format", "json"], withKey)
      ])
      assert.strictEqual(good.requests[0]?.key, canary)
      for (const { url } of [...good.requests, ...bad.requests]) assert.notInclude(url, "canary")
      assert.notInclude(JSON.stringify(outputs), "canary")
      assert.include(outputs[0]?.stderr, `GET ${good.url}/v0/dnc-complaints?`)
    })
  )

  it.effect("causes exit code 3 if it is missing, with how to get one, before a request is sent", () =>
    Effect.gen(function* () {
      const { url, requests } = yield* cannedService(page())
      const { code, stdout, stderr } = yield* run([...list, "--base-url", url])
      assert.strictEqual(code, 3)
      assert.strictEqual(stdout, "")
      assert.include(stderr, "https://api.data.gov/signup/")
      assert.include(stderr, "--demo")
      assert.strictEqual(requests.length, 0)
    })
  )

  it.effect("is not sent over plain HTTP unless that is allowed explicitly", () =>
    Effect.gen(function* () {
      const { url, requests } = yield* cannedService(page())
      const { code, stderr } = yield* run(["complaints", "list", "--base-url", url], withKey)
      assert.strictEqual(code, 2)
      assert.include(stderr, "--allow-http")
      assert.strictEqual(requests.length, 0)
    })
  )
})

describe("settings", () => {
  const inConfigHome = <A, E>(config: unknown, work: (folder: string) => Effect.Effect<A, E>) =>
    Effect.acquireUseRelease(
      Effect.promise(() => mkdtemp(join(tmpdir(), "public-records-"))),
      (folder) =>
        Effect.andThen(
          Effect.promise(async () => {
            await mkdir(join(folder, "public-records"))
            const path = join(folder, "public-records", "config.json")
            await writeFile(path, JSON.stringify(config), { mode: 0o600 })
          }),
          work(folder)
        ),
      (folder) => Effect.promise(() => rm(folder, { recursive: true }))
    )

  it.effect("come from flags before the environment before the file", () =>
    Effect.gen(function* () {
      const byFlag = yield* cannedService(page(wireComplaint("flag")))
      const byEnvironment = yield* cannedService(page(wireComplaint("environment")))
      const byFile = yield* cannedService(page(wireComplaint("file")))
      const rejecting = yield* cannedService(json(403, { error: { code: "API_KEY_INVALID" } }))
      const config = { baseUrl: byFile.url, allowHttp: true, apiKey: canary }
      yield* inConfigHome(config, (folder) =>
        Effect.gen(function* () {
          const file = { XDG_CONFIG_HOME: folder }
          const environment = { ...file, PUBLIC_RECORDS_BASE_URL: byEnvironment.url }
          const runs = yield* Effect.all([
            run(["complaints", "list", "--base-url", byFlag.url], environment),
            run(["complaints", "list"], environment),
            run(["complaints", "list"], file)
          ])
          assert.deepStrictEqual(
            runs.map(({ stdout }) => JSON.parse(stdout).id),
            ["flag", "environment", "file"]
          )
          assert.strictEqual(byFile.requests[0]?.key, canary)
          const { stderr } = yield* run(["complaints", "list", "--base-url", rejecting.url], file)
          assert.include(stderr, `"apiKey" in ${folder}`)
        })
      )
    })
  )
})

describe("signals", () => {
  for (const [signal, exitCode] of [
    ["SIGHUP", 129],
    ["SIGINT", 130],
    ["SIGTERM", 143]
  ] as const) {
    it.effect(`${signal} ends a pending request with exit code ${exitCode}`, () =>
      Effect.gen(function* () {
        let asked = (): void => undefined
        const isAsked = new Promise<void>((resolve) => {
          asked = resolve
        })
        const { url } = yield* cannedService(() => asked())
        const running = yield* start([...list, "--base-url", url], withKey)
        yield* Effect.promise(() => isAsked)
        yield* running.signal(signal)
        assert.deepStrictEqual(yield* running.end, { code: exitCode, stdout: "", stderr: "" })
      })
    )
  }
})
