import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { parseCommandLine, say } from "./commandLine.ts"
import { findBrokenCitations } from "./english/citations.ts"
import { findWording } from "./english/findWording.ts"

const usage = `Usage: pnpm plain-english

Checks the English and the citations of comments, texts, test titles and documents, as a part of pnpm check.`

parseCommandLine(usage, {})

const root = new URL("../", import.meta.url)

/** Whether a file contains generated text or quotes wording to avoid. */
const isSkipped = (path: string): boolean =>
  /test\/frames\/|dataset\/realDay|CHANGELOG\.md$|^tools\/english\/|^tools\/test\/(citations|plainEnglish)\.test\.ts$/.test(
    path
  )

const paths = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8"
})
  .split("\n")
  .filter((path) => /\.(tsx?|m?js|md)$/.test(path) && !isSkipped(path) && existsSync(new URL(path, root)))

const files = paths.map((path) => ({ path, text: readFileSync(new URL(path, root), "utf8") }))
const errors = [...files.flatMap(findWording), ...findBrokenCitations(files)]
for (const error of errors) say(error)
say(`${errors.length} errors.`)
if (errors.length > 0) process.exitCode = 1
