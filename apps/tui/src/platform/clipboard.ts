import { Effect } from "effect"
import { type Copied, PlatformError } from "./Platform.ts"
import { type Program, runProgram } from "./program.ts"

export type Environment = Readonly<Record<string, string | undefined>>

/** Whether a variable is set and not empty. */
export const has = (environment: Environment, name: string): boolean => (environment[name] ?? "") !== ""

/** Whether the user sits at another machine. */
export const isOverSsh = (environment: Environment): boolean =>
  has(environment, "SSH_TTY") || has(environment, "SSH_CONNECTION")

const tmux: Program = { command: "tmux", args: ["load-buffer", "-w", "-"] }

const machineTools = (platform: NodeJS.Platform, environment: Environment): ReadonlyArray<Program> => {
  if (platform === "darwin") return [{ command: "pbcopy", args: [] }]
  if (platform === "win32" || has(environment, "WSL_DISTRO_NAME")) return [{ command: "clip.exe", args: [] }]
  const wayland = [{ command: "wl-copy", args: [] }]
  const x11 = [
    { command: "xclip", args: ["-selection", "clipboard"] },
    { command: "xsel", args: ["--clipboard", "--input"] }
  ]
  return [...(has(environment, "WAYLAND_DISPLAY") ? wayland : []), ...(has(environment, "DISPLAY") ? x11 : [])]
}

/** The programs that copy standard input, best first: those of the user's machine, then tmux, which tells its terminal. */
export const clipboardTools = (platform: NodeJS.Platform, environment: Environment): ReadonlyArray<Program> => [
  ...(isOverSsh(environment) ? [] : machineTools(platform, environment)),
  ...(has(environment, "TMUX") ? [tmux] : [])
]

/** The most that terminals accept: 100,000 characters of base64. */
const maxTerminalCopyBytes = 75_000

type Multiplexer = "tmux" | "screen" | undefined

/** Returns the terminal multiplexer, which passes on only sequences that are wrapped for it. */
export const multiplexerOf = (environment: Environment): Multiplexer => {
  if (has(environment, "TMUX")) return "tmux"
  return has(environment, "STY") ? "screen" : undefined
}

/** GNU screen accepts strings of at most 768 bytes. */
const piecesForScreen = /[^]{1,512}/g

const wrapped = (sequence: string, multiplexer: Multiplexer): string => {
  if (multiplexer === "screen") return sequence.replaceAll(piecesForScreen, (piece) => `\u001BP${piece}\u001B\\`)
  const forTmux = `\u001BPtmux;${sequence.replaceAll("\u001B", "\u001B\u001B")}\u001B\\`
  return multiplexer === "tmux" ? sequence + forTmux : sequence
}

/** Returns the sequence (OSC 52) that makes a terminal copy text. **Fails with** an error if the text is too long. */
export const terminalCopy = (text: string, multiplexer: Multiplexer): Effect.Effect<string, PlatformError> => {
  const bytes = Buffer.from(text, "utf8")
  if (bytes.length > maxTerminalCopyBytes) {
    const longest = maxTerminalCopyBytes.toLocaleString("en-US")
    const message = `Too long for a terminal's clipboard, which takes ${longest} bytes. Press e to write a file instead.`
    return Effect.fail(new PlatformError({ message }))
  }
  return Effect.succeed(wrapped(`\u001B]52;c;${bytes.toString("base64")}\u0007`, multiplexer))
}

/** Copies with the first program that works, or else through the terminal. */
export const copyText = Effect.fnUntraced(function* (
  text: string,
  way: {
    readonly tools: ReadonlyArray<Program>
    readonly multiplexer: Multiplexer
    readonly write: (sequence: string) => void
  }
): Effect.fn.Return<Copied, PlatformError> {
  for (const tool of way.tools) {
    if ((yield* runProgram(tool, text)) === "worked") return tool === tmux ? "tmux" : "clipboard"
  }
  way.write(yield* terminalCopy(text, way.multiplexer))
  return "terminal"
})
