import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const folders: Array<string> = []
const removeAll = (): void => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true }))

/** Creates a folder that is removed when this process ends. Handles SIGTERM, because test runners send it and `exit` does not follow. */
export const processFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "public-records-"))
  // The listeners of the first folder remove all of them.
  if (folders.push(folder) > 1) return folder
  process.once("exit", removeAll)
  process.once("SIGTERM", () => {
    removeAll()
    // A SIGTERM listener suppresses the default action, so end the process here unless there are other listeners.
    if (process.listenerCount("SIGTERM") === 0) process.kill(process.pid, "SIGTERM")
  })
  return folder
}
