import { assert, describe, it } from "@effect/vitest"
import { canaryKey, findCanary } from "@public-records/testing/Canary"
import { Effect } from "effect"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { cannedService, page, wireComplaint } from "./cannedService.ts"
import { folder } from "./exportFolder.ts"
import { run } from "./inProcess.ts"

interface Report {
  readonly exitCode: number
  readonly findings: ReadonlyArray<Readonly<Record<string, string>>>
}

/** Runs doctor with a configuration file and checks that the report is complete. Returns the exit code and the problems. */
const diagnose = Effect.fnUntraced(function* (content: string, environment: Readonly<Record<string, string>>) {
  const { url } = yield* cannedService(page(wireComplaint("one")))
  const home = yield* folder
  mkdirSync(join(home, "public-records"))
  writeFileSync(join(home, "public-records", "config.json"), content, { mode: 0o600 })
  const done = yield* run(["doctor", "--format", "json", "--allow-http"], {
    PUBLIC_RECORDS_BASE_URL: url,
    PUBLIC_RECORDS_API_KEY: "some-key",
    XDG_CONFIG_HOME: home,
    ...environment
  })
  assert.deepStrictEqual([done.stderr, findCanary(done.stdout)], ["", []])
  const report: Report = JSON.parse(done.stdout)
  assert.deepStrictEqual(report.findings.map(({ name }) => name).toSorted(), [
    "clock",
    "configuration",
    "key",
    "quota",
    "reachability",
    "versions"
  ])
  assert.strictEqual(report.exitCode, done.code)
  const wrong = report.findings.filter(({ verdict }) => verdict === "problem" || verdict === "advice")
  return { code: done.code, detail: wrong.map(({ fix, message, name }) => `${name}: ${message} ${fix}`).join("\n") }
})

const noKey = { PUBLIC_RECORDS_API_KEY: "" }
const noUrl = { PUBLIC_RECORDS_BASE_URL: "" }
const masked = encodeURIComponent(canaryKey)

describe("doctor reports", () => {
  const inFile: ReadonlyArray<
    readonly [content: string | object, code: number, detail: RegExp, environment?: Readonly<Record<string, string>>]
  > = [
    ["{", 2, /^configuration: The configuration file .*config\.json is not JSON/],
    ['{"nonsense":1}', 2, /^configuration: .* has a member "nonsense", which is not a known setting/],
    [{ apiKey: "a b" }, 2, /^configuration: The API key is empty, too long, or contains/, noKey],
    [{ apiKeyFile: "/" }, 3, /^key: The key file \/ .* cannot be used: it is a folder/, noKey],
    [{ baseUrl: "https://" }, 2, /^configuration: The base URL is not a URL/, { ...noUrl, ...noKey }],
    [{ baseUrl: `https://me:${masked}@x.test` }, 2, /The base URL has more than a host/, noUrl],
    [{ baseUrl: `me:${masked}@x.test` }, 2, /neither https nor http/, noUrl],
    [{ redisUrl: `redis://:${masked}@` }, 2, /"redisUrl" in .* is not the URL of a Redis server/],
    [{ redisUrl: `unix://:${masked}@/nowhere` }, 2, /Redis \(.*\) cannot be reached: ENOENT\./],
    [{ ca: "/dev/null" }, 2, /^configuration: The certificate file \/dev\/null .* contains no certificate/],
    [{ keys: { nonsense: "x" }, maxWait: "soon" }, 2, /"soon" is not .*"keys" has "nonsense"/s],
    [{}, 2, /cannot be used: it cannot be read \(ENAMETOOLONG\)/, { XDG_CONFIG_HOME: `/${"x".repeat(5000)}` }]
  ]

  for (const [content, code, detail, environment] of inFile) {
    const text = typeof content === "string" ? content : JSON.stringify(content)
    it.effect(`${text.replace(masked, "KEY").slice(0, 60)} in the file`, () =>
      Effect.gen(function* () {
        const done = yield* diagnose(text, environment ?? {})
        assert.match(done.detail, detail)
        assert.strictEqual(done.code, code)
      })
    )
  }
})
