import { existsSync, mkdirSync } from "node:fs"
import { dirname } from "node:path"

/**
 * Creates a folder, for its owner only, and those above it. Returns whether it exists then.
 *
 * **Gotchas** `mkdir` with `recursive` never ends below `/proc`, and would hang the program where that is `HOME`.
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
