import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { browsers, openInBrowser, webAddress } from "../src/platform/browser.ts"
import { clipboardTools, copyText, multiplexerOf, terminalCopy } from "../src/platform/clipboard.ts"
import { freePathOf, saveNewFile } from "../src/platform/files.ts"

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "public-records-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true }))
)

const decoded = (sequence: string): string =>
  Buffer.from(/52;c;([^\u0007]*)/.exec(sequence)?.[1] ?? "", "base64").toString("utf8")

describe("the clipboard", () => {
  it("is the local machine's, or the terminal's over SSH", () => {
    const names = (platform: NodeJS.Platform, environment: Record<string, string>) =>
      clipboardTools(platform, environment).map(({ command }) => command)
    assert.deepStrictEqual(names("linux", { WAYLAND_DISPLAY: "w", DISPLAY: ":0" }), ["wl-copy", "xclip", "xsel"])
    assert.deepStrictEqual(names("darwin", {}), ["pbcopy"])
    assert.deepStrictEqual(names("linux", {}), [])
    assert.deepStrictEqual(names("linux", { DISPLAY: ":10", SSH_CONNECTION: "a b" }), [])
    assert.deepStrictEqual(names("linux", { DISPLAY: ":10", SSH_TTY: "/dev/pts/1", TMUX: "s" }), ["tmux"])
    assert.deepStrictEqual(names("linux", { DISPLAY: ":0", TMUX: "s" }), ["xclip", "xsel", "tmux"])
  })

  it.effect("falls back to the terminal if no program works", () =>
    Effect.gen(function* () {
      const written: Array<string> = []
      const way = { multiplexer: undefined, write: (sequence: string) => void written.push(sequence) }
      const missing = { command: "/nonexistent/clipboard", args: [] }
      const failing = { command: process.execPath, args: ["-e", "process.exit(1)"] }
      assert.strictEqual(yield* copyText("東京 'x'", { ...way, tools: [missing, failing] }), "terminal")
      assert.strictEqual(decoded(written.join("")), "東京 'x'")
      // It leads a separate process group, which Ctrl-Z and a closed window do not affect.
      const working = {
        command: process.execPath,
        args: ["-e", "process.kill(-process.pid, 0); process.stdin.resume()"]
      }
      assert.strictEqual(yield* copyText("text", { ...way, tools: [working] }), "clipboard")
      assert.lengthOf(written, 1)
    })
  )

  it.effect("stops waiting for a program that hangs", () =>
    Effect.gen(function* () {
      const written: Array<string> = []
      const tools = [{ command: process.execPath, args: ["-e", "setInterval(() => {}, 1000)"] }]
      const copying = yield* Effect.forkChild(
        copyText("text", { tools, multiplexer: undefined, write: (sequence) => void written.push(sequence) })
      )
      yield* TestClock.adjust("1900 millis")
      assert.isEmpty(written)
      yield* TestClock.adjust("100 millis")
      assert.strictEqual(yield* Fiber.join(copying), "terminal")
      assert.strictEqual(decoded(written.join("")), "text")
    })
  )

  it.effect("receives sequences wrapped for screen, and additionally wrapped ones for tmux", () =>
    Effect.gen(function* () {
      const sequence = yield* terminalCopy("x", "tmux")
      assert.include(sequence, "\u001BPtmux;\u001B\u001B]52;c;eA==\u0007\u001B\\")
      const inScreen = yield* terminalCopy("x".repeat(600), "screen")
      const pieces = inScreen.split("\u001B\\").slice(0, -1)
      assert.lengthOf(pieces, 2)
      for (const piece of pieces) assert.match(piece, /^\u001BP[^]{1,512}$/)
      assert.strictEqual(decoded(pieces.map((piece) => piece.slice(2)).join("")), "x".repeat(600))
      assert.strictEqual(multiplexerOf({ STY: "1.pts", TMUX: "" }), "screen")
    })
  )

  it.effect("rejects text that terminals would truncate", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(terminalCopy("x".repeat(75_001), undefined))
      assert.match(message, /Too long for a terminal's clipboard/)
      yield* terminalCopy("x".repeat(75_000), undefined)
    })
  )
})

describe("a browser", () => {
  it("receives only web addresses", () => {
    assert.strictEqual(webAddress("https://a.example/b c"), "https://a.example/b%20c")
    for (const text of ["file:///etc/passwd", "--help", "javascript:1", ""]) assert.isUndefined(webAddress(text))
  })

  it("is the one in BROWSER, then the local machine's", () => {
    const address = "https://a.example"
    const lines = (environment: Record<string, string>) =>
      browsers(address, "linux", environment).map(({ command, args }) => [command, ...args].join(" "))
    assert.deepStrictEqual(lines({ DISPLAY: ":0" }), [`xdg-open ${address}`])
    assert.deepStrictEqual(lines({ DISPLAY: ":0", BROWSER: "mine --to %s:/other" }), [
      `mine --to ${address}`,
      `/other ${address}`,
      `xdg-open ${address}`
    ])
    assert.deepStrictEqual(lines({ DISPLAY: ":10", SSH_TTY: "/dev/pts/1" }), [])
    assert.deepStrictEqual(lines({ DISPLAY: ":10", SSH_TTY: "/dev/pts/1", BROWSER: "/far/browser.sh" }), [
      `/far/browser.sh ${address}`
    ])
  })

  it.effect("is not reported as open if it fails", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(openInBrowser("https://a.example", "linux", { BROWSER: "/nonexistent/a" }))
      assert.match(message, /Copy the address instead/)
    })
  )

  it.effect("is not searched for without a screen", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(openInBrowser("https://a.example", "linux", {}))
      assert.match(message, /Copy the address instead/)
    })
  )
})

describe("new files", () => {
  it.effect("are complete, leave no temporary file and never overwrite another file", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "rows.csv")
      assert.strictEqual(yield* saveNewFile(path, "a"), path)
      const { message } = yield* Effect.flip(saveNewFile(path, "b"))
      assert.match(message, /A file with that name already exists/)
      assert.strictEqual(yield* Effect.promise(() => readFile(path, "utf8")), "a")
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(join(path, ".."))), ["rows.csv"])
    }).pipe(Effect.scoped)
  )

  it.effect("report the problem with a path", () =>
    Effect.gen(function* () {
      const inside = yield* folder
      const { message } = yield* Effect.flip(saveNewFile(join(inside, "none", "rows.csv"), "a"))
      assert.match(message, /There is no such folder/)
    }).pipe(Effect.scoped)
  )

  it.effect("use the first unused name", () =>
    Effect.gen(function* () {
      const inside = yield* folder
      const path = join(inside, "rows.csv")
      assert.strictEqual(freePathOf(path), path)
      yield* Effect.promise(() => writeFile(path, ""))
      assert.strictEqual(freePathOf(path), join(inside, "rows-2.csv"))
    }).pipe(Effect.scoped)
  )
})
