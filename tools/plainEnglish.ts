import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { exitWithUsageError, parseCommandLine, say } from "./commandLine.ts"
import { findBrokenCitations } from "./english/citations.ts"
import { checkHits, findHits } from "./english/findHits.ts"
import { patterns } from "./english/patterns.ts"

const usage = `Usage: pnpm plain-english

Checks the English and the citations of comments, texts, test titles and documents, as a part of pnpm check.
Sentences that are right although they match a pattern are listed in tools/english/allowed.txt.`

parseCommandLine(usage, {})

const root = new URL("../", import.meta.url)
const maxAllowed = 60

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
const hits = files.flatMap(findHits)
const allowed = readFileSync(new URL("tools/english/allowed.txt", root), "utf8")
  .split("\n")
  .filter((line) => line !== "")
if (allowed.length > maxAllowed)
  exitWithUsageError(
    `The allow list has ${allowed.length} entries; the maximum is ${maxAllowed}. Rewrite some sentences.`
  )

const errors = [...checkHits(hits, new Set(allowed)), ...findBrokenCitations(files)]
for (const { id, isError, advice } of patterns) {
  if (isError) continue
  const count = hits.filter(({ pattern }) => pattern.id === id).length
  say(`${String(count).padStart(5)}  "${id}" → ${advice}`)
}
for (const error of errors) say(error)
say(`${errors.length} errors, ${allowed.length} allowed sentences.`)
if (errors.length > 0) process.exitCode = 1
