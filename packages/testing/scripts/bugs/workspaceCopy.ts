import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { root } from "../rules/Breakage.ts"

const original = fileURLToPath(root)

/** What is made or fetched, and not written. */
const notWritten: ReadonlySet<string> = new Set(["node_modules", "dist", "reports", "docs"])

/** Folders whose members are packages of the workspace. */
const groups = ["packages", "apps"]

const copyPackage = (folder: string, copy: string): void => {
  cpSync(join(original, folder), join(copy, folder), {
    recursive: true,
    filter: (path) => !notWritten.has(basename(path))
  })
  const modules = join(folder, "node_modules")
  if (!existsSync(join(original, modules))) return
  // They are links: to the workspace's other packages, which lead into the copy, and to what was installed.
  cpSync(join(original, modules), join(copy, modules), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => path.endsWith("node_modules") || !basename(path).startsWith(".")
  })
}

/**
 * A copy of the workspace's sources in a folder of its own, where bugs may be put in: the working tree is never touched,
 * however the program ends. What is installed is linked and not copied.
 */
export const copyWorkspace = (): string => {
  const copy = mkdtempSync(join(tmpdir(), "public-records-bugs-"))
  process.once("exit", () => rmSync(copy, { recursive: true, force: true }))
  // A signal without a listener ends the process without the event above.
  for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
    process.once(signal, () => process.exit(code))
  }
  symlinkSync(join(original, "node_modules"), join(copy, "node_modules"), "dir")
  for (const group of groups) {
    for (const name of readdirSync(join(original, group))) copyPackage(join(group, name), copy)
  }
  cpSync(join(original, "package.json"), join(copy, "package.json"))
  return copy
}
