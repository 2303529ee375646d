import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Creates a folder that is removed when this process ends. Handles SIGTERM, because test runners send it and `exit` does not follow. */
export const processFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "public-records-"))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  process.once("exit", remove)
  process.once("SIGTERM", () => {
    remove()
    // A SIGTERM listener suppresses the default action, so end the process here unless there are other listeners.
    if (process.listenerCount("SIGTERM") === 0) process.kill(process.pid, "SIGTERM")
  })
  return folder
}
