import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** The root of the repository. */
export const root = new URL("../../", import.meta.url)

const isDocument = (file: string): boolean => !/node_modules|CHANGELOG|^\.changeset/.test(file)

/** The paths of all documents, from the root of the repository. */
export const documents: ReadonlyArray<string> = globSync(
  ["*.md", "docs/*.md", "{packages,apps}/*/README.md", "examples/README.md"],
  { cwd: fileURLToPath(root) }
).filter(isDocument)

/** Returns the text of a file of the repository. */
export const read = (file: string): string => readFileSync(new URL(file, root), "utf8")

/** Returns the words in backticks. */
export const inCode = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/`([^`\n]+)`/g), ([, word = ""]) => word)
