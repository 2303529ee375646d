import { Effect } from "effect"
import { type Environment, has, isOverSsh } from "./clipboard.ts"
import { PlatformError } from "./Platform.ts"
import { type Program, runProgram } from "./program.ts"

/** Returns an `http:` or `https:` address in its encoded form; `undefined` for any other text. */
export const webAddress = (text: string): string | undefined => {
  if (!URL.canParse(text)) return undefined
  const { protocol, href } = new URL(text)
  return protocol === "https:" || protocol === "http:" ? href : undefined
}

/** The programs in `BROWSER`, best first; `%s` stands for the address. */
const chosenBrowsers = (address: string, environment: Environment): ReadonlyArray<Program> =>
  (environment["BROWSER"] ?? "").split(":").flatMap((line) => {
    const [command, ...args] = line.split(" ").filter((word) => word !== "")
    if (command === undefined) return []
    const told = args.map((word) => word.replaceAll("%s", () => address))
    return [{ command, args: line.includes("%s") ? told : [...told, address] }]
  })

/** The programs that open an address on the user's machine, best first. */
export const browsers = (
  address: string,
  platform: NodeJS.Platform,
  environment: Environment
): ReadonlyArray<Program> => {
  if (platform === "win32") return [{ command: "explorer.exe", args: [address] }]
  const own = platform === "darwin" ? "open" : "xdg-open"
  const hasScreen = platform === "darwin" || has(environment, "DISPLAY") || has(environment, "WAYLAND_DISPLAY")
  return [
    ...chosenBrowsers(address, environment),
    ...(hasScreen && !isOverSsh(environment) ? [{ command: own, args: [address] }] : [])
  ]
}

/** Opens an address in the browser, which keeps running when this program ends. */
export const openInBrowser = Effect.fnUntraced(function* (
  text: string,
  platform: NodeJS.Platform,
  environment: Environment
): Effect.fn.Return<void, PlatformError> {
  const address = webAddress(text)
  if (address === undefined) return yield* new PlatformError({ message: "That is not a web address." })
  for (const program of browsers(address, platform, environment)) {
    const outcome = yield* runProgram(program)
    // On Windows, explorer.exe exits with 1 if it worked.
    if (outcome !== "failed" || platform === "win32") return
  }
  return yield* new PlatformError({ message: "No browser found. Copy the address instead." })
})
