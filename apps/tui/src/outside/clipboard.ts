import { Effect } from "effect"
import { spawn } from "node:child_process"
import { type Copied, OutsideFailure } from "./Outside.ts"

/** The variables of an environment. */
export type Environment = Readonly<Record<string, string | undefined>>

interface Tool {
  readonly command: string
  readonly args: ReadonlyArray<string>
}

/** The programs that put standard input on the clipboard of the machine that one sits at; none over SSH. */
export const clipboardTools = (platform: NodeJS.Platform, environment: Environment): ReadonlyArray<Tool> => {
  const has = (name: string): boolean => (environment[name] ?? "") !== ""
  if (has("SSH_TTY") || has("SSH_CONNECTION")) return []
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

const patience = "2 seconds"

const runTool = ({ command, args }: Tool, text: string): Effect.Effect<boolean> =>
  Effect.callback<boolean>((resume) => {
    const child = spawn(command, args, { stdio: ["pipe", "ignore", "ignore"] })
    child.once("error", () => resume(Effect.succeed(false)))
    child.once("exit", (code) => resume(Effect.succeed(code === 0)))
    child.stdin.on("error", () => undefined)
    child.stdin.end(text)
    return Effect.sync(() => child.kill())
  }).pipe(Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.succeed(false) }))

/** The most that terminals take in one such sequence, in characters of base64. */
const longestForTerminal = 100_000

/**
 * The sequence by which a terminal puts a text on its clipboard (OSC 52), once more in the wrapping of tmux where that
 * runs. **Fails with** a failure for a text that terminals cut off or refuse.
 */
export const terminalCopy = (text: string, isInTmux: boolean): Effect.Effect<string, OutsideFailure> => {
  const encoded = Buffer.from(text, "utf8").toString("base64")
  if (encoded.length > longestForTerminal) {
    const message = `Too long for a terminal's clipboard, which takes ${longestForTerminal} bytes. e writes a file instead.`
    return Effect.fail(new OutsideFailure({ message }))
  }
  const sequence = `\u001B]52;c;${encoded}\u0007`
  const wrapped = isInTmux ? `\u001BPtmux;${sequence.replaceAll("\u001B", "\u001B\u001B")}\u001B\\` : ""
  return Effect.succeed(sequence + wrapped)
}

/** Copies by the machine's own tool where there is one that works, else by the terminal. */
export const copyText = Effect.fnUntraced(function* (
  text: string,
  way: { readonly tools: ReadonlyArray<Tool>; readonly isInTmux: boolean; readonly write: (sequence: string) => void }
): Effect.fn.Return<Copied, OutsideFailure> {
  for (const tool of way.tools) {
    if (yield* runTool(tool, text)) return "clipboard"
  }
  way.write(yield* terminalCopy(text, way.isInTmux))
  return "terminal"
})
