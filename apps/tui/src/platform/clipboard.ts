import { Effect } from "effect"
import { spawn } from "node:child_process"
import { type Copied, PlatformError } from "./Platform.ts"

export type Environment = Readonly<Record<string, string | undefined>>

/** Whether a variable is set and not empty. */
const has = (environment: Environment, name: string): boolean => (environment[name] ?? "") !== ""

export const isOverSsh = (environment: Environment): boolean =>
  has(environment, "SSH_TTY") || has(environment, "SSH_CONNECTION")

const machineTools = (platform: NodeJS.Platform, environment: Environment): ReadonlyArray<string> => {
  if (platform === "darwin") return ["pbcopy"]
  if (platform === "win32" || has(environment, "WSL_DISTRO_NAME")) return ["clip.exe"]
  const x11 = ["xclip -selection clipboard", "xsel --clipboard --input"]
  return [...(has(environment, "WAYLAND_DISPLAY") ? ["wl-copy"] : []), ...(has(environment, "DISPLAY") ? x11 : [])]
}

/** Returns the commands that copy standard input, best first: those of the user's machine, then tmux. */
export const clipboardTools = (platform: NodeJS.Platform, environment: Environment): ReadonlyArray<string> => [
  ...(isOverSsh(environment) ? [] : machineTools(platform, environment)),
  ...(has(environment, "TMUX") ? ["tmux load-buffer -w -"] : [])
]

/**
 * Runs a command with some input, for at most two seconds. Returns whether it worked. A separate session protects clipboard programs,
 * which stay in the background, from Ctrl-Z and a closed window.
 */
const works = (tool: string, input: string): Effect.Effect<boolean> =>
  Effect.callback((resume) => {
    const [command = "", ...args] = tool.split(" ")
    const child = spawn(command, args, {
      stdio: ["pipe", "ignore", "ignore"],
      detached: process.platform !== "win32",
      windowsHide: true,
      timeout: 2000
    })
    child.once("error", () => resume(Effect.succeed(false)))
    child.once("exit", (code) => resume(Effect.succeed(code === 0)))
    child.stdin.on("error", () => undefined)
    child.stdin.end(input)
  })

/** The maximum that terminals accept: 100,000 characters of base64. */
const maxTerminalCopyBytes = 75_000

/** Returns the sequence (OSC 52) that copies text to the terminal's clipboard. **Fails with** an error if it is too long. */
const terminalCopy = (text: string): Effect.Effect<string, PlatformError> => {
  const bytes = Buffer.from(text, "utf8")
  if (bytes.length <= maxTerminalCopyBytes) return Effect.succeed(`\u001B]52;c;${bytes.toString("base64")}\u0007`)
  const message = "Too long for a terminal's clipboard, which takes 75,000 bytes. Press e to write a file instead."
  return Effect.fail(new PlatformError({ message }))
}

/** Copies text with the first command that works, otherwise through the terminal. */
export const copyText = Effect.fnUntraced(function* (
  text: string,
  tools: ReadonlyArray<string>,
  write: (sequence: string) => void
): Effect.fn.Return<Copied, PlatformError> {
  for (const tool of tools) if (yield* works(tool, text)) return "clipboard"
  write(yield* terminalCopy(text))
  return "terminal"
})
