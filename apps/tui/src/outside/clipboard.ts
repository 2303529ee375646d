import { Effect } from "effect"
import { type Copied, OutsideFailure } from "./Outside.ts"
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

/**
 * The sequence by which a terminal puts a text on its clipboard (OSC 52), once more in the wrapping of tmux where that
 * runs. **Fails with** a failure for a text that terminals cut off or refuse.
 */
export const terminalCopy = (text: string, isInTmux: boolean): Effect.Effect<string, OutsideFailure> => {
  const bytes = Buffer.from(text, "utf8")
  if (bytes.length > longestForTerminal) {
    const longest = longestForTerminal.toLocaleString("en-US")
    const message = `Too long for a terminal's clipboard, which takes ${longest} bytes. e writes a file instead.`
    return Effect.fail(new OutsideFailure({ message }))
  }
  const sequence = `\u001B]52;c;${bytes.toString("base64")}\u0007`
  const wrapped = isInTmux ? `\u001BPtmux;${sequence.replaceAll("\u001B", "\u001B\u001B")}\u001B\\` : ""
  return Effect.succeed(sequence + wrapped)
}

/** Copies by the machine's own tool where there is one that works, else by the terminal. */
export const copyText = Effect.fnUntraced(function* (
  text: string,
  way: {
    readonly tools: ReadonlyArray<Program>
    readonly isInTmux: boolean
    readonly write: (sequence: string) => void
  }
): Effect.fn.Return<Copied, OutsideFailure> {
  for (const tool of way.tools) {
    if ((yield* runProgram(tool, text)) === "worked") return tool === tmux ? "tmux" : "clipboard"
  }
  way.write(yield* terminalCopy(text, way.isInTmux))
  return "terminal"
})
