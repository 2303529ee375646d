import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { documents, read, root } from "./documentText.ts"

/** Removes code from a document, because it contains no links and headings. */
const prose = (text: string): string => text.replaceAll(/^```[\s\S]*?^```$/gm, "").replaceAll(/`[^`\n]*`/g, "")

/** Returns the anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\- ]/gu, "")
    .replaceAll(" ", "-")

const anchorsOf = (file: string): ReadonlyArray<string> =>
  [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => anchorOf(heading))

/** Whether the target of a link exists. URLs are not requested. */
const hasTarget = (document: string, link: string): boolean => {
  if (/^https:\/\/\S+\.\S+/.test(link)) return true
  const [path = "", anchor] = link.split("#")
  const target = path === "" ? document : fileURLToPath(new URL(path, new URL(document, root))).slice(rootPath.length)
  return existsSync(new URL(target, root)) && (anchor === undefined || anchorsOf(target).includes(anchor))
}
const rootPath = fileURLToPath(root)

/** Whether the tests of a package compile and run this file. */
const isRunExample = (file: string): boolean => /^(packages\/\w+\/)?examples\//.test(file)

/** The help of each command, from the file that the build wrote. */
const help = new Map<string, string>(Object.entries(JSON.parse(read("apps/cli/dist/help.json"))))

/** Returns the command lines in a document, in code blocks and in sentences. */
const commandLines = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/(?:^|`|\s)public-records ((?:[a-z]|--)[^`\n#|]*)/gm)].map(([, line = ""]) => line)

/** Returns the commands and flags of a documented command line that the executable does not have. */
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

  it("has only TypeScript blocks that are identical to a file that the tests compile and run", () => {
    const blocks = [...text.matchAll(/<!-- (\S+\.ts) -->\n\n```ts\n([\s\S]*?)```/g)]
    assert.strictEqual(blocks.length, text.split("```ts\n").length - 1)
    for (const [, file = "", code] of blocks) {
      assert.isTrue(isRunExample(file), file)
      assert.strictEqual(code, read(file), file)
    }
  })

  it("has no broken links", () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(
      ([, link, other]) => link ?? other ?? ""
    )
    const broken = links.filter((link) => prose(text).includes(link) && !hasTarget(document, link))
    assert.deepStrictEqual(broken, [])
  })
})

it("every documented command exists and has the documented flags", () => {
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
  assert.includeMembers([...documents], ["README.md", "CONTRIBUTING.md", "docs/api.md", "packages/core/README.md"])
})
