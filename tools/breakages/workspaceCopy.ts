import { cpSync, globSync, symlinkSync } from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { processFolder } from "@public-records/testing/drivers/processFolder"

/** The root of the repository. */
const root = fileURLToPath(new URL("../../", import.meta.url))

/** Folders with installed or generated files. */
const isSource = (path: string): boolean => !["node_modules", "dist", "reports", ".turbo"].includes(basename(path))

/**
 * Copies the sources into a temporary folder until this process exits. Links to installed packages are copied too, so that links
 * between workspaces stay within the copy.
 */
export const copyWorkspace = (): string => {
  const copy = processFolder()
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"), "dir")
  for (const workspace of globSync("{packages/*,apps/*,tools}", { cwd: root })) {
    cpSync(join(root, workspace), join(copy, workspace), { recursive: true, filter: isSource })
    cpSync(join(root, workspace, "node_modules"), join(copy, workspace, "node_modules"), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => path.endsWith("node_modules") || !basename(path).startsWith(".")
    })
  }
  for (const name of ["docs", "package.json", "tsconfig.base.json"]) {
    cpSync(join(root, name), join(copy, name), { recursive: true })
  }
  return copy
}
