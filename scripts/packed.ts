/**
 * Packs every package, and looks at what would be published with publint and arethetypeswrong: `pnpm packed`, a part of
 * `pnpm test`. What the packages do once they are installed is tried by `pnpm packages`.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { packAll, problemsOf } from "./PackedPackages.ts"

const folder = mkdtempSync(join(tmpdir(), "public-records-packed-"))
try {
  const tarballs = packAll(folder)
  for (const tarball of tarballs) {
    const problems = await problemsOf(tarball)
    for (const problem of problems) process.stdout.write(`${basename(tarball)}: ${problem}\n`)
    if (problems.length > 0) process.exitCode = 1
  }
  if (process.exitCode === undefined) process.stdout.write(`${tarballs.length} packages are fit to be published.\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
