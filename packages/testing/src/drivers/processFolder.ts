import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Makes a folder that is removed when this process ends, also by the SIGTERM of a test runner, after which no `exit` follows. */
export const processFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "public-records-"))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  process.once("exit", remove)
  process.once("SIGTERM", () => {
    remove()
    // What others make of the signal is theirs; without others it ends the process, as ever.
    if (process.listenerCount("SIGTERM") === 0) process.kill(process.pid, "SIGTERM")
  })
  return folder
}
