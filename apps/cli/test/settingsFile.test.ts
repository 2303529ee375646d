import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readSettingsFile } from "../src/source/settingsFile.ts"

const path = Effect.acquireRelease(
  Effect.sync(() => join(mkdtempSync(join(tmpdir(), "public-records-")), "config.json")),
  (file) => Effect.sync(() => rmSync(join(file, ".."), { recursive: true }))
)

describe("a configuration file", () => {
  it.effect("that is refused has a message with the place of the mistake, or with the known settings", () =>
    Effect.gen(function* () {
      const file = yield* path
      for (const [content, message] of [
        ["", `The configuration file ${file} is not JSON. Correct or remove it.`],
        [
          `{"ca":"a"${"\n".repeat(11)}${" ".repeat(10)}x`,
          `The configuration file ${file} is not JSON at line 12 column 11.`
        ],
        ['{"qqqq":1}', 'has a member "qqqq", which is not a known setting. Known settings: apiKey, apiKeyFile, '],
        ['{"apikey":1}', 'has a member "apikey", which is not a known setting. Did you mean "apiKey"?'],
        ['{"allowHttp":1}', `"allowHttp" in the configuration file ${file} must be true or false. Change or remove it.`]
      ] as const) {
        writeFileSync(file, content)
        assert.include((yield* Effect.flip(readSettingsFile(file))).message, message)
      }
    })
  )

  it.effect("with a key causes a warning if the group or others can do anything with it", () =>
    Effect.gen(function* () {
      const file = yield* path
      writeFileSync(file, '{"apiKey":"a-key"}')
      for (const [mode, isOpen] of [
        [0o600, false],
        [0o640, true],
        [0o604, true],
        [0o620, true],
        [0o400, false]
      ] as const) {
        chmodSync(file, mode)
        const { warning } = yield* readSettingsFile(file)
        assert.strictEqual(warning?.[1], isOpen ? `Run: chmod 600 ${file}` : undefined, mode.toString(8))
      }
      writeFileSync(file, '{"apiKeyFile":"key"}')
      assert.isUndefined((yield* readSettingsFile(file)).warning)
    })
  )

  it.effect("may be in a folder that is a file", () =>
    Effect.gen(function* () {
      const file = "/dev/null/config.json"
      assert.deepStrictEqual(yield* readSettingsFile(file), { path: file })
    })
  )
})
