import { existsSync, readdirSync, readlinkSync } from "node:fs"

/** Returns the open files of this process whose path begins with a text. Only works on Linux. */
export const openFilesOf = (path: string): ReadonlyArray<string> => {
  if (!existsSync("/proc/self/fd")) return []
  const targetOf = (descriptor: string): string => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`)
    } catch {
      return ""
    }
  }
  return readdirSync("/proc/self/fd")
    .map(targetOf)
    .filter((target) => target.startsWith(path))
}
