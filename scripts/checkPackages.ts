/**
 * Packs every package and checks the tarballs with publint and arethetypeswrong: `pnpm check-packages`, a part of `pnpm test`.
 * `pnpm try-packages` also installs and runs them.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { packAll, findProblems } from "./PackedPackages.ts"

const folder = mkdtempSync(join(tmpdir(), "public-records-packed-"))
try {
  const tarballs = packAll(folder)
  for (const tarball of tarballs) {
    const problems = await findProblems(tarball)
    for (const problem of problems) process.stdout.write(`${basename(tarball)}: ${problem}\n`)
    if (problems.length > 0) process.exitCode = 1
  }
  if (process.exitCode === undefined) process.stdout.write(`${tarballs.length} packages can be published.\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
