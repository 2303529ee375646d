import { assert, describe, it } from "@effect/vitest"
import { canaryKey, findCanary } from "@public-records/testing/Canary"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { readConfigurationFile } from "../src/settings/configurationFile.ts"
import { folder } from "./exportFolder.ts"

describe("a configuration file", () => {
  const reason = (problem: string) => `The configuration file FILE ${problem}. Correct or remove it.`
  for (const [what, content, message] of [
    ["is empty", "", reason("is not JSON")],
    ["is not JSON", `{"ca":"a"${"\n".repeat(11)}${" ".repeat(10)}x`, reason("is not JSON at line 12 column 11")],
    ["has bytes that are no text", new Uint8Array([0x80, 0, 0xff, 0xfe]), reason("is not JSON")],
    ["is in UTF-16", Buffer.from("\uFEFF{}", "utf16le"), reason("cannot be used: it is in UTF-16, not in UTF-8")],
    ["is larger than 1 MB", `{"theme":"${"x".repeat(1_000_000)}"}`, reason("cannot be used: it is larger than 1 MB")],
    ["is deep", "[".repeat(900_000), reason("is not JSON")],
    ["is a list", "[]", reason("must contain one object")],
    ["is null", "null", reason("must contain one object")],
    [
      "has a member that is similar to a setting",
      '{"ca":"a","apikey":1}',
      'The configuration file FILE has a member "apikey", which is not a known setting. Did you mean "apiKey"?'
    ],
    [
      "has two other members, of which one is long",
      `{"${"q".repeat(900_000)}":1,"zzzz":1}`,
      `The configuration file FILE has a member "${"q".repeat(40)}", which is not a known setting. ` +
        "Known settings: apiKey, apiKeyFile, apiKeyCommand, baseUrl, allowHttp, ca, requestsPerHour, maxRetryAfter, " +
        "maxWait, redisUrl, mirror, theme, keys. " +
        'The configuration file FILE has a member "zzzz", which is not a known setting. ' +
        "Known settings: apiKey, apiKeyFile, apiKeyCommand, baseUrl, allowHttp, ca, requestsPerHour, maxRetryAfter, " +
        "maxWait, redisUrl, mirror, theme, keys."
    ]
  ] as const) {
    it.effect(`is refused if it ${what}`, () =>
      Effect.gen(function* () {
        const file = join(yield* folder, "config.json")
        writeFileSync(file, content)
        const failure = yield* Effect.flip(readConfigurationFile(file))
        assert.deepStrictEqual([failure.exitCode, failure.message.replaceAll(file, "FILE")], [2, message])
      })
    )
  }

  it.effect("is never quoted if it is refused", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "config.json")
      for (const content of [`{"apiKey":"${canaryKey}",}`, `["${canaryKey}"]`, canaryKey, `{"apiKy":"${canaryKey}"}`]) {
        writeFileSync(file, content)
        const failure = yield* Effect.flip(readConfigurationFile(file))
        assert.deepStrictEqual(findCanary(JSON.stringify(failure) + failure.message), [], content)
      }
    })
  )

  it.effect("may be missing, and may have a byte order mark, but is no folder and no pipe", () =>
    Effect.gen(function* () {
      const path = yield* folder
      for (const file of [join(path, "config.json"), "/dev/null/config.json"]) {
        assert.deepStrictEqual(yield* readConfigurationFile(file), { path: file, members: {} })
      }
      const file = join(path, "config.json")
      writeFileSync(file, '\uFEFF{"baseUrl":"https://records.test"}\r\n')
      assert.deepStrictEqual((yield* readConfigurationFile(file)).members, { baseUrl: "https://records.test" })
      rmSync(file)
      mkdirSync(file)
      assert.include((yield* Effect.flip(readConfigurationFile(file))).message, "cannot be used: it is a folder.")
      rmSync(file, { recursive: true })
      execFileSync("mkfifo", [file])
      assert.include((yield* Effect.flip(readConfigurationFile(file))).message, "it is not a regular file.")
    })
  )

  it.effect("with a key causes a warning if the group or others can do anything with it", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "config.json")
      writeFileSync(file, `{"apiKey":"a-key"}`)
      for (const [mode, isOpen] of [
        [0o600, false],
        [0o640, true],
        [0o604, true],
        [0o620, true],
        [0o400, false]
      ] as const) {
        chmodSync(file, mode)
        const { warning } = yield* readConfigurationFile(file)
        assert.strictEqual(warning?.[1], isOpen ? `Run: chmod 600 ${file}` : undefined, mode.toString(8))
      }
      chmodSync(file, 0o644)
      writeFileSync(file, '{"apiKeyFile":"key"}')
      assert.isUndefined((yield* readConfigurationFile(file)).warning)
    })
  )
})
