import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir, userInfo } from "node:os"
import { dirname, join, relative } from "node:path"
import { configurationPath } from "../src/settings/configurationFile.ts"
import { userFolder } from "../src/userFolder.ts"
import { run as runProcess } from "./executable.ts"
import { run } from "./inProcess.ts"
import { header, row } from "./oneDay.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "public-records-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const writeConfig = (path: string, config: object): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(config), { mode: 0o600 })
}

/** The path of a folder from the current one, which another user may have written. */
const fromHere = (path: string): string => relative(process.cwd(), path)

describe("the configuration of the current folder", () => {
  for (const [name, variables, file] of [
    ["XDG_CONFIG_HOME", (path: string) => ({ XDG_CONFIG_HOME: fromHere(path) }), "public-records/config.json"],
    [
      "HOME",
      (path: string) => ({ HOME: fromHere(path), XDG_DATA_HOME: path, XDG_STATE_HOME: path }),
      ".config/public-records/config.json"
    ]
  ] as const) {
    it.effect(`is not read, and its command for the key is not run, if ${name} is relative`, () =>
      Effect.gen(function* () {
        const path = yield* folder
        const marker = join(path, "was-run")
        writeConfig(join(path, file), { apiKeyCommand: `touch '${marker}'; echo key`, theme: "no such theme" })
        const { stdout } = yield* run(["config", "--format", "json"], variables(path))
        assert.notInclude(stdout, "was-run")
        assert.notInclude(stdout, "no such theme")
        yield* run(["complaints", "list", "--base-url", "http://127.0.0.1:9", "--allow-http"], variables(path))
        assert.isFalse(existsSync(marker))
      })
    )
  }
})

describe("the folders of the user", () => {
  const account = userInfo().homedir

  for (const [variables, config] of [
    [{ HOME: "/home/ada" }, "/home/ada/.config"],
    [{ HOME: "/home/ada", XDG_CONFIG_HOME: "" }, "/home/ada/.config"],
    [{ HOME: "/home/ada", XDG_CONFIG_HOME: "here" }, "/home/ada/.config"],
    [{ HOME: "/home/ada", XDG_CONFIG_HOME: "/settings" }, "/settings"],
    [{ HOME: "" }, join(account, ".config")],
    [{ HOME: "here" }, join(account, ".config")],
    [{}, join(account, ".config")]
  ] as const) {
    it.effect(`have the configuration in ${config} for ${JSON.stringify(variables)}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* configurationPath(variables), join(config, "public-records", "config.json"))
      })
    )
  }

  it.effect("are those of the platform", () =>
    Effect.gen(function* () {
      const own = (kind: "data" | "cache") => userFolder(kind, { HOME: "/home/ada", XDG_CACHE_HOME: "x" })
      assert.deepStrictEqual(yield* Effect.all([own("data"), own("cache")]), [
        "/home/ada/.local/share/public-records",
        "/home/ada/.cache/public-records"
      ])
    })
  )
})

describe("~/ at the beginning of a path", () => {
  const dailyText = [header, row("2165550100", "09:05:00", "Cleveland,Ohio,216", "Y"), ""].join("\r\n")

  it.effect("is the home folder in the configuration file, in a variable and in a flag", () =>
    Effect.gen(function* () {
      const home = yield* folder
      writeFileSync(join(home, "daily.csv"), dailyText)
      const importing = ["mirror", "import", join(home, "daily.csv")]
      const config = join(home, ".config", "public-records", "config.json")
      writeConfig(config, { mirror: "~/file.db" })
      const before = readdirSync(".")
      for (const [args, variables] of [
        [importing, {}],
        [importing, { PUBLIC_RECORDS_MIRROR: "~/variable.db" }],
        [[...importing, "--mirror-file=~/flag.db"], {}],
        [["complaints", "list", "--data=~/daily.csv"], {}],
        [["export", "complaints", "--data=~/daily.csv", "--out=~/out.csv", "--format", "csv"], {}]
      ] as const) {
        const { code, stderr } = yield* run(args, { HOME: home, ...variables })
        assert.strictEqual(code, 0, stderr)
      }
      assert.includeMembers(readdirSync(home), ["file.db", "flag.db", "out.csv", "variable.db"])
      assert.deepStrictEqual(readdirSync("."), before)
    })
  )
})

it.effect("an unwritable home folder does not stop a command", () =>
  Effect.gen(function* () {
    const nowhere = { HOME: "/proc", XDG_CACHE_HOME: "" }
    for (const [args, detail] of [
      [["complaints", "list", "--demo", "--limit", "1"], /^1 of 34,566 shown/],
      [["config"], /^$/]
    ] as const) {
      const { code, stderr } = yield* runProcess(args, nowhere)
      assert.strictEqual(code, 0)
      assert.match(stderr, detail)
    }
  })
)

it.effect("a key with other characters than ASCII is refused", () =>
  Effect.gen(function* () {
    const list = ["complaints", "list", "--base-url", "https://127.0.0.1:9"]
    const { code, stderr } = yield* run(list, { PUBLIC_RECORDS_API_KEY: "“abcdefgh" })
    assert.deepStrictEqual([code, stderr.includes("contains characters that no key has")], [2, true], stderr)
  })
)

describe("a key in quotation marks", () => {
  for (const quoted of ['"abc123"', "'abc123'", "“abc123”"]) {
    it.effect(`is told apart: ${quoted}`, () =>
      Effect.gen(function* () {
        const path = yield* folder
        writeFileSync(join(path, "key"), `${quoted}\n`)
        const list = ["complaints", "list", "--base-url", "https://127.0.0.1:9"]
        for (const [name, value] of [
          ["PUBLIC_RECORDS_API_KEY", quoted],
          ["PUBLIC_RECORDS_API_KEY_FILE", join(path, "key")]
        ] as const) {
          const { code, stderr } = yield* run(list, { [name]: value })
          assert.deepStrictEqual(
            [code, stderr],
            [3, `The API key in ${name} is in quotation marks, which are not part of a key. Remove them.\n`]
          )
        }
        const served = yield* run(["serve", "--port", "0"], { PUBLIC_RECORDS_SERVER_API_KEYS: quoted })
        assert.deepStrictEqual([served.code, served.stderr.includes("is in quotation marks")], [2, true])
        assert.notInclude(served.stderr, "abc123")
      })
    )
  }
})
