import { userInfo } from "node:os"
import { isAbsolute, join } from "node:path"

type Environment = Readonly<Record<string, string | undefined>>

/** The variable of the home folder. */
export const homeVariable = process.platform === "win32" ? "USERPROFILE" : "HOME"

/** Returns the home folder of the account, or `/` if it has none: only the administrator can write there. */
const accountHome = (): string => {
  try {
    return userInfo().homedir
  } catch {
    return "/"
  }
}

/**
 * Returns the home folder of the user. If the variable is empty or relative, it is the one of the account: the current folder may
 * belong to someone else, whose settings could name commands to run.
 */
export const homeFolder = (environment: Environment): string => {
  const named = environment[homeVariable] ?? ""
  return isAbsolute(named) ? named : accountHome()
}

/** Returns a path in which `~/` at the beginning is replaced by the home folder. Shells do not replace it in files and variables. */
export const expandHome = (path: string, environment: Environment): string =>
  /^~(?=\/|$)/.test(path) ? join(homeFolder(environment), path.slice(1)) : path
