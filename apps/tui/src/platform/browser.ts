import { Effect } from "effect"
import { type Environment, isOverSsh } from "./clipboard.ts"
import { PlatformError } from "./Platform.ts"
import { type Program, runProgram } from "./program.ts"

/** An address that a browser may be given, in its encoded form; nothing for any other text. */
export const webAddress = (text: string): string | undefined => {
  if (!URL.canParse(text)) return undefined
  const { protocol, href } = new URL(text)
  return protocol === "https:" || protocol === "http:" ? href : undefined
}

/** `BROWSER` as others read it: programs, the best first, with `%s` where the address goes. */
const chosenBrowsers = (address: string, environment: Environment): ReadonlyArray<Program> =>
  (environment["BROWSER"] ?? "").split(":").flatMap((line) => {
    const [command, ...args] = line.split(" ").filter((word) => word !== "")
    if (command === undefined) return []
    const told = args.map((word) => word.replaceAll("%s", () => address))
    return [{ command, args: line.includes("%s") ? told : [...told, address] }]
  })

/** The programs that open an address where one sits, the best first; a far machine's own browser is not among them. */
export const browsers = (
  address: string,
  platform: NodeJS.Platform,
  environment: Environment
): ReadonlyArray<Program> => {
  const has = (name: string): boolean => (environment[name] ?? "") !== ""
  if (platform === "win32") return [{ command: "explorer.exe", args: [address] }]
  const own = platform === "darwin" ? "open" : "xdg-open"
  const hasScreen = platform === "darwin" || has("DISPLAY") || has("WAYLAND_DISPLAY")
  return [
    ...chosenBrowsers(address, environment),
    ...(hasScreen && !isOverSsh(environment) ? [{ command: own, args: [address] }] : [])
  ]
}

const noBrowser = new PlatformError({ message: "There is no browser to open here. Copy the address instead." })

/** Opens an address in the browser, which lives on when this program ends. */
export const openInBrowser = Effect.fnUntraced(function* (
  text: string,
  platform: NodeJS.Platform,
  environment: Environment
): Effect.fn.Return<void, PlatformError> {
  const address = webAddress(text)
  if (address === undefined) return yield* new PlatformError({ message: "That is not an address of the web." })
  for (const program of browsers(address, platform, environment)) {
    const outcome = yield* runProgram(program)
    // The one of Windows ends with 1 when it worked.
    if (outcome !== "failed" || platform === "win32") return
  }
  return yield* noBrowser
})
