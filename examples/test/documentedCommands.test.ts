import { assert, describe, it } from "@effect/vitest"
import { noticeFields } from "@public-records/core"
import { Effect, Result, Schema } from "effect"
import {
  blocklistRefused,
  noRecords,
  staleMirror,
  strictCheckFailed,
  unexpected,
  usageFailure
} from "../../apps/cli/src/CommandFailure.ts"
import { exitCodeOfReason, exitCodes, exitCodesText } from "../../apps/cli/src/exitCodes.ts"
import { serverKeysVariable } from "../../apps/cli/src/source/environment.ts"
import { settingNames, settingVariables } from "../../apps/cli/src/source/userSettings.ts"
import { run } from "../../apps/cli/test/inProcess.ts"
import { themeNames } from "../../apps/tui/src/drawing/themes.ts"
import { keyTable } from "../../apps/tui/src/keys/keyTable.ts"
import { readTuiSettings } from "../../apps/tui/src/settings.ts"
import { rowsWith } from "../../packages/core/test/documentedDefaults.ts"
import { complaintLayout } from "../../packages/export/src/complaintLayout.ts"
import { documents, inCode, oneLine, read } from "./documentText.ts"

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

  it("are those of the signals", () => {
    const ofSignals = rowsWith("reason", "docs/errors.md").flatMap(({ cause = "", code }) => {
      const [, signal] = /^ended by (SIG[A-Z]+)/.exec(cause) ?? []
      return signal === undefined ? [] : [[signal, code]]
    })
    const inSource = Array.from(read("apps/cli/src/signals.ts").matchAll(/(SIG[A-Z]+): (\d+)/g), ([, signal, code]) => [
      signal,
      code
    ])
    assert.deepStrictEqual(ofSignals, inSource)
  })

  it("are those in sentences", () => {
    const { done, key, notFound, rateLimited, refused, unavailable, unexpected: failed, usage } = exitCodes
    const sentences: Readonly<Record<string, ReadonlyArray<string>>> = {
      "docs/blocklist.md": [`The command exits with code ${refused} and leaves the file as it was`],
      "docs/errors.md": [`and with ${failed} if the clock is wrong`, `exits with ${done} if the budget is used up`],
      "docs/executable.md": [
        `prints help and exits with code ${usage}`,
        `If no record matches, standard error says so and the exit code is ${done}`,
        `\`list\` and \`export\` exit with code ${notFound}`,
        `exits immediately with code ${rateLimited}`,
        `exits with the code of the failure, such as ${unavailable}`,
        `they exit with code ${unavailable} and the time of the next try`,
        `The exit code is ${done} if no statement breaks, and ${refused} if one does`,
        `with ${key} for the key, ${rateLimited} for the rate limit, ${unavailable} for a service that is down, and ${refused} if`,
        `for the clock it is ${failed}`,
        `An unknown member is an error (exit code ${usage})`,
        `otherwise it is killed, and the exit code is ${key}`,
        `a Redis that cannot be reached, with exit code ${usage}`
      ],
      "docs/export.md": [
        `the export fails with exit code ${failed}`,
        `**A full disk** is exit code ${failed}`,
        `of the network or the service** is exit code ${unavailable}`,
        `a different query, format or \`--max\` is refused with exit code ${usage}`,
        `The second one is refused with exit code ${usage}`,
        `with \`--strict\` the exit code is ${refused}`
      ],
      "docs/mirror.md": [
        `With \`--no-wait\` it ends with exit code ${done}`,
        `A day that was held, or read only in part, is exit code ${refused}`,
        `a full disk and damage end a command with code ${failed}`,
        `cannot be opened ends it with code ${usage}`,
        `Only \`mirror verify\` exits with code ${refused} over damage`
      ],
      "docs/server.md": [`An invalid faults file ends the program with exit code ${usage}`, `exits with code ${usage}`],
      "docs/terminal.md": [`An invalid member is reported at the start (exit code ${usage})`]
    }
    for (const [document, parts] of Object.entries(sentences)) {
      for (const part of parts) assert.include(oneLine(document), part)
    }
  })

  it("are those of --strict and --fail-if-empty", () => {
    const rows = rowsWith("exit code", "docs/export.md").map((row) => [row["flag"], Number(row["exit code"])])
    assert.deepStrictEqual(rows, [
      ["--strict", exitCodes.refused],
      ["--fail-if-empty", exitCodes.notFound]
    ])
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

  it("are the path and the mode of the configuration file", () => {
    const page = oneLine("docs/executable.md")
    const source = read("apps/cli/src/source/configurationFile.ts")
    const [, file = ""] = /join\(folder, "([\w.]+)"\)/.exec(source) ?? []
    assert.include(page, `The file is \`$XDG_CONFIG_HOME/public-records/${file}\`, by default in \`~/.config\``)
    const [, refused = ""] = /groupOrOthers = (0o\d+)/.exec(source) ?? []
    assert.include(page, `If it contains the key, give it mode 0${(0o666 & ~Number(refused)).toString(8)}`)
  })

  it.effect("are the members of the configuration file", () =>
    Effect.gen(function* () {
      const Settings = Schema.fromJsonString(
        Schema.Struct({ settings: Schema.Array(Schema.Struct({ name: Schema.String })) })
      )
      const { stdout } = yield* run(["config", "--format", "json"])
      const shown = (yield* Schema.decodeUnknownEffect(Settings)(stdout)).settings.map(({ name }) => name)
      const documented = settings.map(({ file = "" }) => file)
      assert.deepStrictEqual(
        shown.filter((name) => !documented.includes(name) && !/^(theme|keys|[A-Z_]+)$/.test(name)),
        []
      )
      assert.sameMembers([...documented, "theme", "keys"], [...settingNames])
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

  it("are flags of the command in the same row, and their choices", () => {
    const rows = rowsWith("prints", "docs/mirror.md").map(({ command = "" }) => command)
    assert.isAbove(rows.length, 6)
    for (const row of rows) {
      const words = row
        .replaceAll(/[`,]|\\\|/g, " ")
        .trim()
        .split(/ +/)
      const command = [words.slice(0, 2).join(" "), words[0] ?? ""].find((name) => help.has(name)) ?? assert.fail(row)
      const others = inCode(row).flatMap((code) =>
        help.has(code.split(" [")[0] ?? "") ? [code.split(" [")[0] ?? ""] : []
      )
      const text = [command, ...others].map((name) => help.get(name) ?? "").join("\n")
      for (const flag of row.match(/--[a-z-]+/g) ?? []) assert.include(text, `  ${flag}`, row)
    }
    const all = [...help.values()].join("\n").replaceAll(/\s+/g, " ")
    const choices = documents.flatMap((document) => read(document).match(/`--[a-z-]+ [a-z]+(?:\\?\|[a-z]+)+`/g) ?? [])
    assert.isAbove(choices.length, 1)
    for (const choice of choices) assert.include(all, choice.replaceAll(/[`\\]/g, ""))
  })

  it("are all commands", () => {
    const table = rowsWith("purpose", "docs/executable.md")
      .flatMap(({ command = "" }) => command.replaceAll(/`|public-records /g, "").split(/, |\\\||\|/))
      .join("\n")
    for (const name of help.keys()) assert.include(table, name.split(" ").at(-1) ?? "", name)
  })

  it("are the fields of records, in their order", () => {
    const page = oneLine("docs/executable.md")
    const fields = read("packages/export/src/complaintLayout.ts").match(/(?<=^ {4})\w+(?=: complaint\.)/gm) ?? []
    assert.strictEqual(fields.length, complaintLayout.parquet.length)
    assert.include(page, `complaint: \`${fields.join(" ")}\``)
    assert.include(page, `notice: \`${noticeFields.join(" ")}\``)
  })

  it.effect("are the findings of doctor", () =>
    Effect.gen(function* () {
      const Report = Schema.fromJsonString(
        Schema.Struct({ findings: Schema.Array(Schema.Struct({ name: Schema.String })) })
      )
      const { stdout } = yield* run(["doctor", "--demo", "--format", "json"])
      const { findings } = yield* Schema.decodeUnknownEffect(Report)(stdout)
      assert.deepStrictEqual(
        rowsWith("reports", "docs/executable.md").map(({ line }) => line),
        findings.map(({ name }) => name)
      )
    })
  )

  it("are the keys of the commands that sentences describe", () => {
    const keysOf = (command: string) => keyTable.find(({ name }) => name === command)?.keys ?? assert.fail(command)
    const page = oneLine("docs/terminal.md")
    for (const [sentence, ...commands] of [
      ["* opens the filter form", "filter"],
      ["Enter or * applies the form", "apply-form"],
      ["* and * go back and forth in the filter history", "previous-filter", "next-filter"],
      ["* clears the filter", "clear-filter"],
      ["| *, then * * |", "search", "next-match", "previous-match"],
      ["* hides the pane", "detail-pane"],
      ["* asks for a number or a party", "look-up"],
      ["and * switches to it", "use-mirror"],
      ["* goes back to the service", "enter-key"],
      ["* saves the filter and sort order under a name", "save-view"],
      ["* lists the saved views", "views"],
      ["* switches to the next theme", "theme"],
      ["* shows the status: source", "status"],
      ["* suspends the program", "suspend"],
      ["and * redraws the screen", "redraw"],
      ["choose the column DATE and press *", "sort-loaded"],
      ["| `h` `l`, * | Choose a column, and sort", "sort-loaded"],
      ["| * | Load all rows", "load-all"],
      ["| * | Copy the record as JSON", "copy-record"],
      ["| * | Copy the request for the page", "copy-request"],
      ["| * | Show the web address", "browse-record"],
      ["| * | Choose a facet to remove", "facets"],
      ["Press * for the keys of", "help"]
    ] as const) {
      const keys = commands.map((command) => `\`${keysOf(command)[0]}\``)
      const text = sentence.replaceAll("*", () => keys.shift() ?? "")
      assert.include(page.replaceAll(/ +\|/g, " |"), text)
    }
  })

  it("are the themes and keys of the terminal UI", () => {
    const page = oneLine("docs/terminal.md")
    const [, themes = ""] = /- `theme`: (.*?)\. `T`/.exec(page) ?? []
    assert.deepStrictEqual(inCode(themes), [...themeNames])
    const [, keys = ""] = /or one of (`up`.*?)\. Your keys/.exec(page) ?? []
    assert.isAbove(inCode(keys).length, 10)
    for (const key of inCode(keys)) assert.isTrue(Result.isSuccess(readTuiSettings({ keys: { quit: key } })), key)
    const [, refused = ""] = /`Ctrl-C` cannot be changed\. (.*?) are rejected/.exec(page) ?? []
    assert.isAbove(inCode(refused).length, 3)
    for (const key of inCode(refused)) assert.isTrue(Result.isFailure(readTuiSettings({ keys: { quit: key } })), key)
  })
})
