import { Effect } from "effect"
import { type Copied, PlatformError } from "./Platform.ts"
import { type Program, runProgram } from "./program.ts"

/** The variables of an environment. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Whether the reader sits at another machine than this one. */
export const isOverSsh = (environment: Environment): boolean =>
  ["SSH_TTY", "SSH_CONNECTION"].some((name) => (environment[name] ?? "") !== "")

const tmux: Program = { command: "tmux", args: ["load-buffer", "-w", "-"] }

const machineTools = (platform: NodeJS.Platform, has: (name: string) => boolean): ReadonlyArray<Program> => {
  if (platform === "darwin") return [{ command: "pbcopy", args: [] }]
  if (platform === "win32" || has("WSL_DISTRO_NAME")) return [{ command: "clip.exe", args: [] }]
  return [
    ...(has("WAYLAND_DISPLAY") ? [{ command: "wl-copy", args: [] }] : []),
    ...(has("DISPLAY")
      ? [
          { command: "xclip", args: ["-selection", "clipboard"] },
          { command: "xsel", args: ["--clipboard", "--input"] }
        ]
      : [])
  ]
}

/**
 * The programs that put standard input on a clipboard, the best first: of the machine that one sits at, not of one that
 * is far away over SSH; then that of tmux, which hands it on to its terminal even where it takes no sequences from
 * programs, as by default.
 */
export const clipboardTools = (platform: NodeJS.Platform, environment: Environment): ReadonlyArray<Program> => {
  const has = (name: string): boolean => (environment[name] ?? "") !== ""
  return [...(isOverSsh(environment) ? [] : machineTools(platform, has)), ...(has("TMUX") ? [tmux] : [])]
}

/** The most that terminals take in one such sequence. Its base64 is 100,000 characters. */
const longestForTerminal = 75_000

/** A program between this one and the terminal, which hands on only what is wrapped for it. */
type Multiplexer = "tmux" | "screen"

/** The multiplexer that runs here, if any. */
export const multiplexerOf = (environment: Environment): Multiplexer | undefined => {
  if ((environment["TMUX"] ?? "") !== "") return "tmux"
  return (environment["STY"] ?? "") === "" ? undefined : "screen"
}

/** GNU screen takes strings of 768 bytes at most. */
const piecesForScreen = /[^]{1,512}/g

const wrapped = (sequence: string, multiplexer: Multiplexer | undefined): string => {
  if (multiplexer === "screen") return sequence.replaceAll(piecesForScreen, (piece) => `\u001BP${piece}\u001B\\`)
  const forTmux = `\u001BPtmux;${sequence.replaceAll("\u001B", "\u001B\u001B")}\u001B\\`
  return multiplexer === "tmux" ? sequence + forTmux : sequence
}

/**
 * The sequence by which a terminal puts a text on its clipboard (OSC 52), in the wrapping of GNU screen where that runs,
 * and once more in that of tmux. **Fails with** a failure for a text that terminals cut off or refuse.
 */
export const terminalCopy = (
  text: string,
  multiplexer: Multiplexer | undefined
): Effect.Effect<string, PlatformError> => {
  const bytes = Buffer.from(text, "utf8")
  if (bytes.length > longestForTerminal) {
    const longest = longestForTerminal.toLocaleString("en-US")
    const message = `Too long for a terminal's clipboard, which takes ${longest} bytes. e writes a file instead.`
    return Effect.fail(new PlatformError({ message }))
  }
  return Effect.succeed(wrapped(`\u001B]52;c;${bytes.toString("base64")}\u0007`, multiplexer))
}

/** Copies by the machine's own tool where there is one that works, else by the terminal. */
export const copyText = Effect.fnUntraced(function* (
  text: string,
  way: {
    readonly tools: ReadonlyArray<Program>
    readonly multiplexer: Multiplexer | undefined
    readonly write: (sequence: string) => void
  }
): Effect.fn.Return<Copied, PlatformError> {
  for (const tool of way.tools) {
    if ((yield* runProgram(tool, text)) === "worked") return tool === tmux ? "tmux" : "clipboard"
  }
  way.write(yield* terminalCopy(text, way.multiplexer))
  return "terminal"
})
