import { existsSync, mkdirSync } from "node:fs"
import { dirname } from "node:path"

/** Creates a folder and its missing parents. `mkdir` with `recursive` never returns below `/proc`. */
export const createFolder = (path: string): void => {
  // Only Windows has roots that do not exist.
  if (existsSync(path) || dirname(path) === path) return
  createFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (cause) {
    // Another process may have created it.
    if (!existsSync(path)) throw cause
  }
}
