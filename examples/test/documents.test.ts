import { existsSync, globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"

const root = new URL("../../", import.meta.url)
const isRead = (document: string): boolean => !/node_modules|CHANGELOG|^\.changeset/.test(document)
const documents = globSync(["*.md", "docs/*.md", "{packages,apps}/*/README.md", "examples/README.md"], {
  cwd: fileURLToPath(root)
}).filter(isRead)

const read = (file: string): string => readFileSync(new URL(file, root), "utf8")

/** The text without its blocks of code, in which nothing is a link or a heading. */
const prose = (text: string): string => text.replaceAll(/^```[\s\S]*?^```$/gm, "").replaceAll(/`[^`\n]*`/g, "")

/** The name by which a link leads to a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\- ]/gu, "")
    .replaceAll(" ", "-")

const anchorsOf = (file: string): ReadonlyArray<string> =>
  [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => anchorOf(heading))

/** Whether a link of a document leads somewhere; other machines are not asked. */
const leadsSomewhere = (document: string, link: string): boolean => {
  if (/^https:\/\/\S+\.\S+/.test(link)) return true
  const [path = "", anchor] = link.split("#")
  const target = path === "" ? document : fileURLToPath(new URL(path, new URL(document, root))).slice(rootPath.length)
  return existsSync(new URL(target, root)) && (anchor === undefined || anchorsOf(target).includes(anchor))
}
const rootPath = fileURLToPath(root)

/** Folders whose programs are compiled and run by the tests of their package. */
const isRunExample = (file: string): boolean => /^(packages\/\w+\/)?examples\//.test(file)

/** What `--help` says of each command, as the build wrote it down. */
const help = new Map<string, string>(Object.entries(JSON.parse(read("apps/cli/dist/help.json"))))

/** Commands as they are typed, in blocks and within sentences. */
const commandLines = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/(?:^|`|\s)public-records ((?:[a-z]|--)[^`\n#|]*)/gm)].map(([, line = ""]) => line)

/** What a documented command line names that the executable does not have. */
const unknownIn = (line: string): ReadonlyArray<string> => {
  const words = line.split(" ")
  const command = [words.slice(0, 2).join(" "), words[0] ?? "", ""].find((name) => help.has(name)) ?? ""
  const flags = line.match(/(?<=\s|^)--[a-z-]+/g) ?? []
  return [
    ...(command === "" && !line.startsWith("--") ? [line] : []),
    ...flags.filter((flag) => !new RegExp(`${flag}\\b(?!-)`).test(help.get(command) ?? ""))
  ]
}

describe.each(documents)("the document %s", (document) => {
  const text = read(document)

  it("has every block of TypeScript from a file as it stands, which is compiled and run", () => {
    const blocks = [...text.matchAll(/<!-- (\S+\.ts) -->\n\n```ts\n([\s\S]*?)```/g)]
    assert.strictEqual(blocks.length, text.split("```ts\n").length - 1)
    for (const [, file = "", code] of blocks) {
      assert.isTrue(isRunExample(file), file)
      assert.strictEqual(code, read(file), file)
    }
  })

  it("has links that lead somewhere", () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(
      ([, link, other]) => link ?? other ?? ""
    )
    const broken = links.filter((link) => prose(text).includes(link) && !leadsSomewhere(document, link))
    assert.deepStrictEqual(broken, [])
  })
})

it("every command that a document shows is one, with its flags", () => {
  const lines = documents.flatMap((document) => commandLines(read(document)).map((line) => ({ document, line })))
  assert.isAbove(lines.length, 20)
  assert.deepStrictEqual(
    lines
      .map(({ document, line }) => ({ document, line, unknown: unknownIn(line) }))
      .filter(({ unknown }) => unknown.length > 0),
    []
  )
})

it("the documents are found", () => {
  assert.includeMembers(documents, ["README.md", "CONTRIBUTING.md", "docs/api.md", "packages/core/README.md"])
})
