import { assert, describe, it } from "@effect/vitest"
import { canaryKey, findCanary } from "@public-records/testing/Canary"
import { Effect, Schema } from "effect"
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { readProxies } from "../src/network/proxies.ts"
import { run } from "./inProcess.ts"

const Report = Schema.fromJsonString(
  Schema.Struct({
    file: Schema.String,
    exists: Schema.Boolean,
    settings: Schema.Array(Schema.Struct({ name: Schema.String, value: Schema.String, from: Schema.String }))
  })
)

const configHome = (config: unknown) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const folder = mkdtempSync(join(tmpdir(), "public-records-"))
      mkdirSync(join(folder, "public-records"))
      writeFileSync(join(folder, "public-records", "config.json"), JSON.stringify(config), { mode: 0o600 })
      return folder
    }),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  )

describe("public-records config", () => {
  it.effect("shows every setting, its value and its source, but no secret", () =>
    Effect.gen(function* () {
      const folder = yield* configHome({ apiKey: canaryKey, ca: "ca.pem", theme: "dark", allowHttp: true })
      const environment = {
        XDG_CONFIG_HOME: folder,
        PUBLIC_RECORDS_MAX_RETRY_AFTER: "90s",
        PUBLIC_RECORDS_REQUESTS_PER_HOUR: "7",
        PUBLIC_RECORDS_REDIS_URL: `redis://:${encodeURIComponent(canaryKey)}@localhost`,
        HTTPS_PROXY: `http://me:${encodeURIComponent(canaryKey)}@proxy.test:3128`,
        HTTP_PROXY: `me:${encodeURIComponent(canaryKey)}@proxy.test:3128`,
        no_proxy: "localhost"
      }
      const flags = ["--requests-per-hour", "500", "--base-url", "https://records.test/api"]
      const { code, stderr, stdout } = yield* run(["config", "--format", "json", ...flags], environment)
      const { file, exists, settings } = yield* Schema.decodeUnknownEffect(Report)(stdout)
      const path = join(folder, "public-records", "config.json")
      assert.deepStrictEqual([code, stderr, file, exists], [0, "", path, true])
      assert.deepStrictEqual(
        settings.map(({ from, name, value }) => [name, value, from.replace(path, "FILE")].join(" | ")),
        [
          'apiKey | •••• | "apiKey" in FILE',
          "baseUrl | https://records.test/api | --base-url",
          'allowHttp | true | "allowHttp" in FILE',
          `ca | ${join(dirname(path), "ca.pem")} | "ca" in FILE`,
          "requestsPerHour | 500 | --requests-per-hour",
          "maxRetryAfter | 1m 30s | PUBLIC_RECORDS_MAX_RETRY_AFTER",
          "maxWait | no limit | default",
          "redisUrl | •••• | PUBLIC_RECORDS_REDIS_URL",
          "mirror | /nonexistent/.local/share/public-records/mirror.duckdb | default",
          'theme | "dark" | "theme" in FILE',
          "keys | not set | default",
          "HTTPS_PROXY | http://••••@proxy.test:3128 | HTTPS_PROXY",
          "HTTP_PROXY | http://••••@proxy.test:3128 | HTTP_PROXY",
          "NO_PROXY | localhost | no_proxy",
          "NODE_EXTRA_CA_CERTS | not set | default"
        ]
      )
      assert.deepStrictEqual(findCanary(stdout), [])
    })
  )

  it.effect("prefers a lowercase proxy variable to the uppercase one, as requests do", () =>
    Effect.gen(function* () {
      const environment = {
        HTTPS_PROXY: "upper.test:1",
        https_proxy: "lower.test:2",
        HTTP_PROXY: "a.test:3",
        http_proxy: ""
      }
      const { stdout } = yield* run(["config"], environment)
      assert.match(stdout, /^HTTPS_PROXY +lower\.test:2 +https_proxy$/m)
      // An empty one hides the other, too.
      assert.match(stdout, /^HTTP_PROXY +not set +default$/m)
      const { proxyFor } = yield* readProxies(environment)
      const proxies = ["https://records.test", "http://records.test"].map((url) => proxyFor(new URL(url))?.url.href)
      assert.deepStrictEqual(proxies, ["http://lower.test:2/", undefined])
    })
  )

  it.effect("prints a warning about a file with a key that others can read", () =>
    Effect.gen(function* () {
      const folder = yield* configHome({ apiKey: canaryKey })
      chmodSync(join(folder, "public-records", "config.json"), 0o644)
      const { code, stderr, stdout } = yield* run(["config"], { XDG_CONFIG_HOME: folder })
      assert.match(stdout, /config\.json: read\n$/)
      assert.match(stderr, /config\.json.*\n$/)
      assert.deepStrictEqual([code, findCanary(stdout + stderr)], [0, []])
      const json = yield* run(["config", "--format", "json"], { XDG_CONFIG_HOME: folder })
      assert.deepStrictEqual([json.stderr, JSON.parse(json.stdout).exists], [stderr, true])
    })
  )

  it.effect("prints an aligned table for people, with the path of the missing file", () =>
    Effect.gen(function* () {
      const { code, stdout } = yield* run(["config", "--base-url", "https://a-much-longer-name.records.test/a/path"])
      assert.deepStrictEqual(stdout.split("\n").slice(0, 4), [
        "setting              value                                                   from",
        "apiKey               not set                                                 default",
        "baseUrl              https://a-much-longer-name.records.test/a/path          --base-url",
        "allowHttp            false                                                   default"
      ])
      assert.match(stdout, /\n\n\/nonexistent\/\.config\/public-records\/config\.json: not found\n$/)
      assert.strictEqual(code, 0)
    })
  )

  it.effect("masks a key that was set as the base URL, or as a part of it", () =>
    Effect.gen(function* () {
      const key = encodeURIComponent(canaryKey)
      for (const baseUrl of [
        canaryKey,
        `me:${key}@x.test`,
        `https://${key}@x.test`,
        `https://:${key}@x.test`,
        `https://me:${key}@x.test`,
        `https://x.test/#${canaryKey}`,
        `https://x.test/?api_key=${canaryKey}`
      ]) {
        const { stdout } = yield* run(["config"], { PUBLIC_RECORDS_BASE_URL: baseUrl })
        assert.match(stdout, /baseUrl +(https:\/\/)?••••.* PUBLIC_RECORDS_BASE_URL/)
        assert.deepStrictEqual(findCanary(stdout), [], baseUrl)
      }
    })
  )
})
