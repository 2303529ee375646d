import { existsSync, mkdirSync } from "node:fs"
import { dirname } from "node:path"

/**
 * Creates a folder with mode 0700 and its missing parents. Returns whether the folder exists afterwards.
 *
 * **Gotchas** `mkdir` with `recursive` never returns below `/proc`: with `HOME=/proc` it would hang the program.
 */
export const makeFolder = (path: string): boolean => {
  if (existsSync(path)) return true
  try {
    if (makeFolder(dirname(path))) mkdirSync(path, { mode: 0o700 })
  } catch {
    // Another process may have created it.
  }
  return existsSync(path)
}
