import { Effect } from "effect"
import { spawn } from "node:child_process"
import type { Environment } from "./clipboard.ts"
import { OutsideFailure } from "./Outside.ts"

/** An address that a browser may be given, in its encoded form; nothing for any other text. */
export const webAddress = (text: string): string | undefined => {
  if (!URL.canParse(text)) return undefined
  const { protocol, href } = new URL(text)
  return protocol === "https:" || protocol === "http:" ? href : undefined
}

const opener = (platform: NodeJS.Platform, environment: Environment): string | undefined => {
  if (platform === "darwin") return "open"
  if (platform === "win32") return "explorer.exe"
  const hasScreen = ["DISPLAY", "WAYLAND_DISPLAY"].some((name) => (environment[name] ?? "") !== "")
  return hasScreen ? "xdg-open" : undefined
}

const noBrowser = new OutsideFailure({ message: "There is no browser to open here. Copy the address instead." })

/** Opens an address in the browser, which lives on when this program ends. */
export const openInBrowser = (
  text: string,
  platform: NodeJS.Platform,
  environment: Environment
): Effect.Effect<void, OutsideFailure> => {
  const address = webAddress(text)
  if (address === undefined) return Effect.fail(new OutsideFailure({ message: "That is not an address of the web." }))
  const command = opener(platform, environment)
  if (command === undefined) return Effect.fail(noBrowser)
  return Effect.callback((resume) => {
    const child = spawn(command, [address], { stdio: "ignore", detached: true })
    child.once("error", () => resume(Effect.fail(noBrowser)))
    child.once("spawn", () => {
      child.unref()
      resume(Effect.void)
    })
  })
}
