import { existsSync, globSync, readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { type PartFigures, tableOf } from "../../bench/src/figures.ts"
import { rowsWith } from "../../packages/core/test/documentedDefaults.ts"
import { documents, inCode, oneLine, read, root, wordsOf } from "./documentText.ts"

const manifests = globSync(["package.json", "examples/package.json", "{packages,apps}/*/package.json"], {
  cwd: fileURLToPath(root)
})

/** Returns the words in backticks outside of blocks of code, with their documents. */
const allInCode = documents.flatMap((document) =>
  inCode(read(document).replaceAll(/^```[\s\S]*?^```$/gm, "")).map((code) => ({ code, document }))
)

const sources = globSync(
  [
    "{packages,apps}/*/{src,data,examples}/**/*.{ts,tsx,yaml}",
    "{packages,apps}/*/*.{ts,json}",
    "{bench,tools,scripts,examples}/**/*.ts"
  ],
  { cwd: fileURLToPath(root), exclude: (name) => /^(node_modules|dist)$|^documented/.test(name) }
)
  .map((file) => `${file}\n${read(file)}`)
  .join("\n")

/** Names of other programs. */
const otherNames = new Set(
  "coveredByTests documentedDefaults.ts inProcess.ts sqlite-utils as_received sql_time_limit_ms maxRetriesPerRequest unsafe-inline working-copy copy.db result.csv".split(
    " "
  )
)
/** Identifiers and other names of more than one word, file names, and paths of URLs. */
const isName = (word: string): boolean =>
  /^[a-z]+([A-Z][a-z0-9]*)+$|^([A-Z][a-z0-9]+){2,}$|^[a-z]+([_-][a-z]+)+$|^[\w-]+\.(json|db|txt|lock|log|csv|ts|yaml)$/.test(
    word
  ) || /^\/(?!dev\/)[a-z][\w./-]*$/.test(word)

describe("the names in the documents", () => {
  it("are names in the sources", () => {
    const words = allInCode
      // Recipes set up other programs, and the list of dependencies names alternatives.
      .filter(({ document }) => !/recipes|dependencies|examples/.test(document))
      .flatMap(({ code, document }) => code.split(/[\s,;()"'=]+/).map((word) => ({ document, word })))
      .filter(({ word }) => isName(word) && !otherNames.has(word) && !word.startsWith("public_records_"))
    assert.isAbove(words.length, 500)
    assert.deepStrictEqual(
      words.filter(({ word }) => !sources.includes(word)),
      []
    )
  })

  it("are files and folders that exist", () => {
    const isPath = /^\.?(apps|bench|docs|examples|packages|reference|scripts|tools|\.github)\/[\w./-]*$/
    const paths = allInCode.filter(({ code }) => isPath.test(code) && !/\/(dist|reports)\b/.test(code))
    assert.isAbove(paths.length, 40)
    assert.deepStrictEqual(
      paths.filter(({ code }) => !existsSync(new URL(code, root))),
      []
    )
  })

  it("are the folders of the packages", () => {
    const sections = read("docs/architecture.md").split("\n## ")
    for (const [heading, folder] of [
      ["The folders of core", "packages/core/src"],
      ["The folders of the server", "packages/server/src"],
      ["The folders of the terminal UI", "apps/tui/src"],
      ["The folders of the command line", "apps/cli/src"]
    ] as const) {
      const section = sections.find((text) => text.startsWith(heading)) ?? assert.fail(heading)
      const cells = Array.from(section.matchAll(/^\| (`.*?`) +\|/gm), ([, cell = ""]) => cell).flatMap(inCode)
      const entries = readdirSync(new URL(folder, root), { withFileTypes: true })
      const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${name}/`)
      assert.sameMembers(
        cells.filter((name) => name.endsWith("/") && name !== "src/"),
        folders,
        heading
      )
      const files = entries.map(({ name }) => name)
      assert.includeMembers(
        files,
        cells.filter((name) => !name.endsWith("/")),
        heading
      )
    }
  })

  it("are scripts of the repository", () => {
    const { scripts } = JSON.parse(read("package.json"))
    const own = new Set([...Object.keys(scripts), "audit", "changeset", "install", "publish"])
    const used = documents.flatMap((document) =>
      Array.from(read(document).matchAll(/\bpnpm(?:@12)? (?:--silent |run )?([a-z][a-z:-]*)/g), ([, name = ""]) => name)
    )
    assert.isAbove(used.length, 40)
    assert.deepStrictEqual(
      used.filter((name) => !own.has(name)),
      []
    )
  })

  it("are parts of the soak", () => {
    const parts = new Set(read("tools/soak.ts").match(/(?<=^ {2}\[")[a-z-]+(?=", \[)/gm))
    const named = documents.flatMap((document) => read(document).match(/(?<=soak --only )[a-z-]+/g) ?? [])
    assert.isAbove(named.length, 6)
    assert.deepStrictEqual(
      named.filter((name) => !parts.has(name)),
      []
    )
  })

  it("are the packages of the folders", () => {
    for (const { folder = "", package: name } of rowsWith("package", "README.md")) {
      assert.strictEqual(JSON.parse(read(`${folder}/package.json`)).name, name)
    }
    const names = new Set<string>(manifests.map((file) => JSON.parse(read(file)).name))
    const used = documents.flatMap((document) => read(document).match(/@public-records\/[a-z]+/g) ?? [])
    assert.deepStrictEqual(
      used.filter((name) => !names.has(name)),
      []
    )
  })

  it("are the entries of packages/testing", () => {
    const { exports } = JSON.parse(read("packages/testing/package.json"))
    assert.sameMembers(
      rowsWith("entry", "packages/testing/README.md").flatMap(({ entry }) => wordsOf(entry)),
      Object.keys(exports)
        .map((name) => name.slice(2))
        .filter((name) => name !== "package.json")
    )
  })

  it("are the optional programs of the tests", () => {
    const programs = read("scripts/OptionalPrograms.ts").match(/(?<=program: ")[\w-]+/g) ?? []
    assert.sameMembers(
      rowsWith("not tested without it", "CONTRIBUTING.md").flatMap((row) => wordsOf(row["program"])),
      programs
    )
  })
})

describe("the versions in the documents", () => {
  it("are the oldest Node.js that the packages support", () => {
    const engines = new Set<string>(manifests.map((file) => JSON.parse(read(file)).engines?.node))
    const [range = "", ...others] = engines
    assert.deepStrictEqual(others, [])
    const versions = documents.flatMap(
      (document) => oneLine(document).match(/(?<=Node\.js )\d+\.\d+(?= (and|or) later)/g) ?? []
    )
    assert.isAbove(versions.length, 2)
    for (const version of versions) assert.strictEqual(`>=${version}`, range)
  })
})

describe("docs/benchmarks.md", () => {
  it("has the saved figures", () => {
    const saved: ReadonlyArray<PartFigures> = JSON.parse(read("bench/figures.json"))
    const page = read("docs/benchmarks.md")
    for (const { day, figures, machine, part } of saved) {
      assert.include(
        page,
        `### \`${part}\`\n\nMeasured on ${day} with ${machine}.\n\n\`\`\`\n${tableOf(figures)}\`\`\``
      )
    }
  })
})
