import { ComplaintQuery, NoticeQuery } from "@public-records/core"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Option, Schema } from "effect"
import { resolveOptions } from "../../../packages/core/src/Options.ts"
import { columns, defaultTags, valueOf } from "../../../packages/core/test/documentedDefaults.ts"
import { serveOptions } from "../src/commands/serveOptions.ts"
import { maxRetryAfter } from "../src/export/toFile.ts"
import { usualMaxRetryAfter } from "../src/source/openService.ts"
import { readDuration } from "../src/settings/userSettings.ts"
import { run } from "./inProcess.ts"
import { noServeFlags } from "./serveFlags.ts"

/** Returns a map from the flags of a command to the last text in parentheses in their descriptions: the default. */
const helpDefaults = (...command: ReadonlyArray<string>) =>
  Effect.map(run([...command, "--help"]), ({ stdout }) => {
    const endings = stdout.split(/\n(?: {2}(?=--)|\n)/).map((text) => {
      const [flag = ""] = text.split(" ")
      const [usual] = Array.from(text.replaceAll(/\s+/g, " ").matchAll(/\(((?!repeatable)[^()]*)\)/g)).toReversed()
      return [flag, usual?.[1] ?? ""] as const
    })
    return new Map(endings)
  })

const Settings = Schema.fromJsonString(
  Schema.Struct({ settings: Schema.Array(Schema.Struct({ name: Schema.String, value: Schema.String })) })
)

const ofSettings = columns("docs/executable.md", "file", "default")
const ofFlags = columns("docs/executable.md", "flag", "default")

const durationOf = (text: string) =>
  Option.getOrElse(readDuration(text), () => (text === "no limit" ? Duration.infinity : Duration.zero))

describe("the documented defaults of the settings", () => {
  it.effect("are those that config shows", () =>
    Effect.gen(function* () {
      const { stdout } = yield* run(["config", "--format", "json"])
      const { settings } = yield* Schema.decodeUnknownEffect(Settings)(stdout)
      const shown = new Map(settings.map(({ name, value }) => [name, value]))
      for (const [name, text] of ofSettings) {
        if (text !== "") assert.strictEqual(shown.get(name), text.replace(/^~/, "/nonexistent"), name)
        else assert.oneOf(shown.get(name), ["not set", undefined], name)
      }
    })
  )

  it.effect("are those of the client", () =>
    Effect.gen(function* () {
      const client = yield* resolveOptions({})
      const of = (name: string): string => ofSettings.get(name) ?? ""
      assert.strictEqual(new URL(of("baseUrl")).href, client.baseUrl.href)
      assert.strictEqual(Number(of("requestsPerHour")), client.requestsPerHour)
      assert.deepStrictEqual(durationOf(of("maxRetryAfter")), usualMaxRetryAfter)
    })
  )

  it.effect("are those in the help of each command", () =>
    Effect.gen(function* () {
      const [, usual = "", ofExport = ""] = / (\w+), or (\w+) with/.exec(ofFlags.get("--max-wait D") ?? "") ?? []
      assert.strictEqual(usual, ofSettings.get("maxRetryAfter"))
      assert.deepStrictEqual(durationOf(ofExport), maxRetryAfter)
      const commands = [
        "complaints list",
        "notices get",
        "export notices",
        "mirror sync",
        "tui",
        "check",
        "doctor",
        "config"
      ]
      for (const command of commands) {
        const help = yield* helpDefaults(...command.split(" "))
        assert.strictEqual(help.get("--base-url"), ofFlags.get("--base-url"))
        assert.strictEqual(help.get("--requests-per-hour"), ofFlags.get("--requests-per-hour"))
        assert.strictEqual(help.get("--max-wait"), ofFlags.get("--max-wait D"))
      }
    })
  )
})

describe("the defaults in the help of list", () => {
  it.effect("are those of a query", () =>
    Effect.gen(function* () {
      const complaints = yield* helpDefaults("complaints", "list")
      const notices = yield* helpDefaults("notices", "list")
      const page = (help: ReadonlyMap<string, string>) => ({
        sort: help.get("--sort"),
        limit: help.get("--limit"),
        offset: help.get("--offset")
      })
      const sorted = { ...page(notices), sortBy: notices.get("--sort-by") }
      assert.deepStrictEqual(yield* ComplaintQuery.fromInput(page(complaints)), yield* ComplaintQuery.fromInput({}))
      assert.deepStrictEqual(yield* NoticeQuery.fromInput(sorted), yield* NoticeQuery.fromInput({}))
    })
  )
})

describe("the documented defaults of serve", () => {
  it.effect("are those of the server", () =>
    Effect.gen(function* () {
      const help = yield* helpDefaults("serve")
      const tags = defaultTags("packages/server/src/ReferenceServerOptions.ts")
      const ofServer = (name: string): unknown => valueOf(tags.get(name) ?? "")
      for (const [flag, option] of [
        ["--host", "host"],
        ["--port", "port"],
        ["--on-bad-row", "onBadRow"],
        ["--newest-day", "newestDay"],
        ["--seed", "seed"],
        ["--profile", "profile"],
        ["--tls", "tls"],
        ["--burst-limit", "burstLimits"],
        ["--quirk", "quirks"]
      ] as const) {
        assert.strictEqual(help.get(flag), String(ofServer(option)), flag)
      }
      assert.deepStrictEqual([help.get("--api-key")], ofServer("apiKeys"))
      const { rateLimit } = yield* serveOptions({ ...noServeFlags, rateLimit: help.get("--rate-limit") }, {})
      assert.deepStrictEqual(rateLimit, { limit: 1000, window: Duration.hours(1) })
      assert.deepStrictEqual(ofServer("rateLimit"), { limit: 1000, window: "1 hour" })
    })
  )
})
