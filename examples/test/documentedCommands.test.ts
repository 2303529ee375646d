import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SiteError, SiteProblem } from "../../packages/mirror/src/SiteError.ts"
import {
  blocklistRefused,
  noRecords,
  siteFailure,
  staleMirror,
  strictCheckFailed,
  unexpected,
  usageFailure
} from "../../apps/cli/src/CommandFailure.ts"
import { exitCodeOfReason, exitCodesText } from "../../apps/cli/src/exitCodes.ts"
import { serverKeysVariable } from "../../apps/cli/src/settings/environment.ts"
import { settingVariables } from "../../apps/cli/src/settings/userSettings.ts"
import { run } from "../../apps/cli/test/inProcess.ts"
import { rowsWith } from "../../packages/core/test/documentedDefaults.ts"
import { documents, inCode, read } from "./documentText.ts"

/** The help of each command, from the file that the build wrote. */
const help = new Map<string, string>(Object.entries(JSON.parse(read("apps/cli/dist/help.json"))))
const flags = new Set(Array.from(help.values()).flatMap((text) => text.match(/--[a-z][a-z-]+/g) ?? []))

/** Flags of other programs. */
const foreign = new Set(
  "--concurrency --count --every-driver --failed --filter --incremental --only --seed --test".split(" ")
)

describe("the exit codes in the documents", () => {
  const codes = new Map<string, number>([
    ...Object.entries(exitCodeOfReason),
    ...[unexpected, usageFailure, strictCheckFailed, blocklistRefused, noRecords, staleMirror].map((fail) => {
      const { exitCode, reason } = fail("")
      return [reason, exitCode] as const
    }),
    ...SiteProblem.literals.map((problem) => {
      const { exitCode, reason } = siteFailure(new SiteError({ problem, url: "", message: "" }))
      return [reason, exitCode] as const
    })
  ])

  it("are those of each reason", () => {
    const rows = rowsWith("reason", "docs/errors.md").filter(({ reason }) => reason !== "")
    for (const { code, reason = "" } of rows) assert.strictEqual(Number(code), codes.get(reason), reason)
    assert.sameMembers([...new Set(rows.map(({ reason = "" }) => reason))], [...codes.keys()])
  })

  it("have the meanings of the help", () => {
    const meanings = new Map(exitCodesText)
    const rows = rowsWith("meaning", "docs/executable.md").filter(({ code }) => code !== undefined)
    assert.deepStrictEqual(
      rows.map(({ code }) => code),
      [...meanings.keys()]
    )
    for (const { code = "", meaning = "" } of rows) {
      const [opening = ""] = meanings.get(code)?.split(/[;,] /) ?? []
      assert.strictEqual(meaning.slice(0, opening.length), opening, code)
    }
  })
})

describe("the names in the documents of the executable", () => {
  const settings = rowsWith("environment", "docs/executable.md")

  it("are the variables of the settings", () => {
    const variables = settings.flatMap(({ environment = "" }) => (environment === "" ? [] : [environment]))
    assert.sameMembers(variables, [...settingVariables])
    const known = [...settingVariables, serverKeysVariable, "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "NO_COLOR"]
    const others = /^PUBLIC_RECORDS_(TEST_\w+|ENGINES)$/
    const named = new Set(documents.flatMap((document) => read(document).match(/\bPUBLIC_RECORDS_[A-Z_]+/g) ?? []))
    assert.deepStrictEqual(
      [...named].filter((name) => !known.includes(name) && !others.test(name)),
      []
    )
    const text = documents.map(read).join("\n")
    assert.deepStrictEqual(
      known.filter((name) => !text.includes(`\`${name}\``)),
      []
    )
  })

  it.effect("are the members of the configuration file", () =>
    Effect.gen(function* () {
      const Settings = Schema.fromJsonString(
        Schema.Struct({ settings: Schema.Array(Schema.Struct({ name: Schema.String })) })
      )
      const { stdout } = yield* run(["config", "--format", "json"])
      const shown = (yield* Schema.decodeUnknownEffect(Settings)(stdout)).settings.map(({ name }) => name)
      const documented = new Set(settings.map(({ file = "" }) => file))
      assert.deepStrictEqual(
        shown.filter((name) => !documented.has(name) && !/^(theme|keys|[A-Z_]+)$/.test(name)),
        []
      )
    })
  )

  it("are flags that a command has", () => {
    const unknown = documents.flatMap((document) =>
      inCode(read(document).replaceAll(/^```[\s\S]*?^```$/gm, ""))
        .filter(
          (code) => !/^(pnpm|npx|npm|docker|datasette|sqlite|node|openssl|sqlite-utils|asterisk|prism) /.test(code)
        )
        .flatMap((code) => code.match(/(?<=^|[\s(])--[a-z][a-z-]+/g) ?? [])
        .filter((flag) => !flags.has(flag) && !foreign.has(flag))
        .map((flag) => `${document}: ${flag}`)
    )
    assert.deepStrictEqual(unknown, [])
  })

  it("are all commands", () => {
    const table = rowsWith("purpose", "docs/executable.md")
      .flatMap(({ command = "" }) => command.replaceAll(/`|public-records /g, "").split(/, |\\\||\|/))
      .join("\n")
    for (const name of help.keys()) assert.include(table, name.split(" ").at(-1) ?? "", name)
  })
})
