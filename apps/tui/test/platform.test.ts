import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { vi } from "vitest"
import { browsers, openInBrowser, webAddress } from "../src/platform/browser.ts"
import { clipboardTools, copyText, multiplexerOf, terminalCopy } from "../src/platform/clipboard.ts"
import { changeOwnFile, freePathOf, readOwnFile, saveNewFile } from "../src/platform/files.ts"
import { nodePlatform } from "../src/platform/nodePlatform.ts"
import { transformOutput, withoutWrapping } from "../src/platform/terminalOutput.ts"
import { onSize } from "../src/platform/terminalSize.ts"
import { FakeOutput, isWriteStream, until } from "./terminal.tsx"

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "public-records-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true }))
)

const decoded = (sequence: string): string =>
  Buffer.from(/52;c;([^\u0007]*)/.exec(sequence)?.[1] ?? "", "base64").toString("utf8")

describe("the clipboard", () => {
  it("is the local machine's, or the terminal's over SSH", () => {
    const tools = (platform: NodeJS.Platform, environment: Record<string, string>) =>
      clipboardTools(platform, environment).map(({ command, args }) => [command, ...args].join(" "))
    const x11 = ["xclip -selection clipboard", "xsel --clipboard --input"]
    const tmux = "tmux load-buffer -w -"
    assert.deepStrictEqual(tools("linux", { WAYLAND_DISPLAY: "w", DISPLAY: ":0" }), ["wl-copy", ...x11])
    assert.deepStrictEqual(tools("linux", { WAYLAND_DISPLAY: "w" }), ["wl-copy"])
    assert.deepStrictEqual(tools("darwin", {}), ["pbcopy"])
    assert.deepStrictEqual(tools("win32", {}), ["clip.exe"])
    assert.deepStrictEqual(tools("linux", { WSL_DISTRO_NAME: "Debian", DISPLAY: ":0" }), ["clip.exe"])
    assert.deepStrictEqual(tools("linux", { DISPLAY: "" }), [])
    assert.deepStrictEqual(tools("linux", { DISPLAY: ":10", SSH_CONNECTION: "a b" }), [])
    assert.deepStrictEqual(tools("linux", { DISPLAY: ":10", SSH_TTY: "/dev/pts/1", TMUX: "s" }), [tmux])
    assert.deepStrictEqual(tools("linux", { DISPLAY: ":0", TMUX: "s" }), [...x11, tmux])
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

  it.effect("stops waiting for a program that hangs, and kills it with its process group", () =>
    Effect.gen(function* () {
      const written: Array<string> = []
      const kill = vi.spyOn(process, "kill")
      yield* Effect.addFinalizer(() => Effect.sync(() => kill.mockRestore()))
      const tools = [{ command: process.execPath, args: ["-e", "setInterval(() => {}, 1000)"] }]
      const copying = yield* Effect.forkChild(
        copyText("text", { tools, multiplexer: undefined, write: (sequence) => void written.push(sequence) })
      )
      yield* TestClock.adjust("1900 millis")
      assert.isEmpty(written)
      yield* TestClock.adjust("100 millis")
      assert.strictEqual(yield* Fiber.join(copying), "terminal")
      assert.strictEqual(decoded(written.join("")), "text")
      assert.isBelow(kill.mock.calls[0]?.[0] ?? 0, 0)
      yield* Effect.promise(() => until(() => !process.getActiveResourcesInfo().includes("ProcessWrap")))
    })
  )

  it.effect("names tmux if its program copies", () =>
    Effect.gen(function* () {
      const programs = yield* folder
      yield* Effect.promise(() => symlink("/bin/true", join(programs, "tmux")))
      vi.stubEnv("PATH", programs)
      yield* Effect.addFinalizer(() => Effect.sync(() => vi.unstubAllEnvs()))
      const tools = clipboardTools("linux", { TMUX: "s" })
      assert.strictEqual(yield* copyText("x", { tools, multiplexer: "tmux", write: () => assert.fail() }), "tmux")
    })
  )

  it.effect("may be copied to by a program that writes much and reads nothing", () =>
    Effect.gen(function* () {
      const tools = [{ command: "head", args: ["-c", "200000", "/dev/zero"] }]
      const way = { tools, multiplexer: undefined, write: () => assert.fail() }
      assert.strictEqual(yield* copyText("x".repeat(200_000), way), "clipboard")
    })
  )

  it.effect("receives sequences wrapped for screen, and additionally wrapped ones for tmux", () =>
    Effect.gen(function* () {
      const sequence = yield* terminalCopy("x", "tmux")
      // tmux keeps the first one itself, and forwards the second one.
      const wrapped = "\u001BPtmux;\u001B\u001B]52;c;eA==\u0007\u001B\\"
      assert.strictEqual(sequence, `\u001B]52;c;eA==\u0007${wrapped}`)
      const inScreen = yield* terminalCopy("x".repeat(600), "screen")
      const pieces = inScreen.split("\u001B\\").slice(0, -1)
      assert.lengthOf(pieces, 2)
      for (const piece of pieces) assert.match(piece, /^\u001BP[^]{1,512}$/)
      assert.strictEqual(decoded(pieces.map((piece) => piece.slice(2)).join("")), "x".repeat(600))
      assert.strictEqual(yield* terminalCopy("x", undefined), "\u001B]52;c;eA==\u0007")
      assert.strictEqual(multiplexerOf({ STY: "1.pts", TMUX: "" }), "screen")
      assert.strictEqual(multiplexerOf({ STY: "1.pts", TMUX: "s" }), "tmux")
      assert.isUndefined(multiplexerOf({ STY: "" }))
    })
  )

  it.effect("rejects text that terminals would truncate", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(terminalCopy("x".repeat(75_001), undefined))
      assert.match(message, /Too long for a terminal's clipboard/)
      yield* terminalCopy("x".repeat(75_000), undefined)
      // The limit is in bytes.
      yield* Effect.flip(terminalCopy("é".repeat(37_501), undefined))
      yield* terminalCopy("é".repeat(37_500), undefined)
    })
  )
})

describe("a browser", () => {
  it("receives only web addresses", () => {
    assert.strictEqual(webAddress("https://a.example/b c"), "https://a.example/b%20c")
    assert.strictEqual(webAddress("http://a.example"), "http://a.example/")
    for (const text of ["file:///etc/passwd", "--help", "javascript:1", ""]) assert.isUndefined(webAddress(text))
  })

  it("is the one in BROWSER, then the local machine's", () => {
    const address = "https://a.example/?q=$&"
    const lines = (environment: Record<string, string>, platform: NodeJS.Platform = "linux") =>
      browsers(address, platform, environment).map(({ command, args }) => [command, ...args].join(" "))
    assert.deepStrictEqual(lines({ DISPLAY: ":0" }), [`xdg-open ${address}`])
    assert.deepStrictEqual(lines({ WAYLAND_DISPLAY: "w", BROWSER: " : mine  --new" }), [
      `mine --new ${address}`,
      `xdg-open ${address}`
    ])
    assert.deepStrictEqual(lines({}, "darwin"), [`open ${address}`])
    assert.deepStrictEqual(lines({ BROWSER: "mine" }, "win32"), [`explorer.exe ${address}`])
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

  it.effect("is the first one that still runs after two seconds, and no other one is started", () =>
    Effect.gen(function* () {
      const into = yield* folder
      const [slow, next, started] = [join(into, "slow"), join(into, "next"), join(into, "started")]
      yield* Effect.promise(() => writeFile(slow, "#!/bin/sh\nexec sleep 1\n", { mode: 0o700 }))
      yield* Effect.promise(() => writeFile(next, `#!/bin/sh\necho > ${started}\n`, { mode: 0o700 }))
      const opening = yield* Effect.forkChild(
        openInBrowser("https://a.example", "linux", { BROWSER: `${slow}:${next}` }),
        { startImmediately: true }
      )
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(opening)
      assert.sameMembers(yield* Effect.promise(() => readdir(into)), ["slow", "next"])
    }).pipe(Effect.scoped)
  )

  it.effect("is open on Windows, whatever explorer.exe says", () => openInBrowser("https://a.example", "win32", {}))

  it.effect("does not open another address", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(openInBrowser("file:///etc/passwd", "linux", { BROWSER: "true" }))
      assert.strictEqual(message, "That is not a web address.")
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
      const unknown = yield* Effect.flip(saveNewFile("a\u0000b", "a"))
      assert.match(unknown.message, /^The file could not be written \(ERR_INVALID_ARG_VALUE\)\.$/)
    }).pipe(Effect.scoped)
  )

  it.effect("use the first unused name", () =>
    Effect.gen(function* () {
      const inside = yield* folder
      const path = join(inside, "rows.csv")
      assert.strictEqual(freePathOf(path), path)
      yield* Effect.promise(() => writeFile(path, ""))
      assert.strictEqual(freePathOf(path), join(inside, "rows-2.csv"))
      yield* Effect.promise(() => writeFile(join(inside, "rows-2.csv"), ""))
      assert.strictEqual(freePathOf(path), join(inside, "rows-3.csv"))
      assert.strictEqual(freePathOf(inside), `${inside}-2`)
    }).pipe(Effect.scoped)
  )
})

describe("a file of the program", () => {
  it.effect("does not exist in a missing folder, or below a file", () =>
    Effect.gen(function* () {
      const inside = yield* folder
      assert.isUndefined(yield* readOwnFile(join(inside, "none", "views.json")))
      assert.isUndefined(yield* readOwnFile("/dev/null/views.json"))
    }).pipe(Effect.scoped)
  )

  it.effect("has at most a million bytes", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "views.json")
      yield* changeOwnFile(path, () => Effect.succeed("x".repeat(1_000_000)))
      const { message } = yield* Effect.flip(changeOwnFile(path, () => Effect.succeed("é".repeat(500_001))))
      assert.match(message, /it would be larger than 1 MB/)
      assert.lengthOf((yield* readOwnFile(path)) ?? "", 1_000_000)
    }).pipe(Effect.scoped)
  )

  it.effect("is not changed if its folder cannot be locked", () =>
    Effect.gen(function* () {
      const inside = yield* folder
      const path = join(inside, "views.json")
      const failed = Effect.flip(changeOwnFile(path, () => Effect.succeed("x")))
      yield* Effect.promise(() => writeFile(join(inside, "settings.lock"), "no database".repeat(100)))
      assert.strictEqual((yield* failed).message, `${path} cannot be saved: file is not a database.`)
      yield* Effect.promise(() => rm(join(inside, "settings.lock")))
      yield* Effect.promise(() => mkdir(join(inside, "settings.lock")))
      assert.strictEqual((yield* failed).message, `${path} cannot be saved: unable to open database file.`)
      assert.isUndefined(yield* readOwnFile(path))
    }).pipe(Effect.scoped)
  )
})

const outputOf = (columns: number, rows: number) => {
  const output = new FakeOutput({ columns, rows })
  return { output, stdout: isWriteStream(output) ? output : assert.fail() }
}

describe("the platform of Node.js", () => {
  it.effect("copies to the terminal and has its files in its folder", () =>
    Effect.gen(function* () {
      const { output, stdout } = outputOf(80, 24)
      const inside = yield* folder
      const platform = nodePlatform(stdout, { SSH_TTY: "/dev/pts/1" }, inside)
      assert.strictEqual(yield* platform.copy("text"), "terminal")
      assert.strictEqual(decoded(output.written.join("")), "text")
      assert.strictEqual(platform.ownPath("views.json"), join(inside, "views.json"))
      yield* platform.changeOwn("views.json", () => Effect.succeed("{}"))
      assert.strictEqual(yield* platform.readOwn("views.json"), "{}")
      assert.match((yield* Effect.flip(platform.browse("https://a.example"))).message, /^No browser found\./)
    }).pipe(Effect.scoped)
  )
})

describe("the size of a terminal", () => {
  it.each([
    ["its own", { columns: 100, rows: 30 }, {}, false, { columns: 100, rows: 30 }],
    [
      "its own, not the environment's",
      { columns: 100, rows: 30 },
      { COLUMNS: "9", LINES: "9" },
      false,
      { columns: 100, rows: 30 }
    ],
    [
      "that of the environment",
      { columns: 0, rows: 0 },
      { COLUMNS: "90", LINES: "25" },
      false,
      { columns: 90, rows: 25 }
    ],
    ["the usual one", { columns: 0, rows: 0 }, { COLUMNS: "wide", LINES: "" }, false, { columns: 80, rows: 24 }],
    ["at least 20 by 2", { columns: 19, rows: 1 }, {}, false, { columns: 20, rows: 2 }],
    ["one line less for a screen reader", { columns: 79, rows: 30 }, {}, true, { columns: 79, rows: 29 }],
    ["at most 79 columns for a screen reader", { columns: 80, rows: 30 }, {}, true, { columns: 79, rows: 29 }]
  ])("is %s", (_, { columns, rows }, environment, screenReader, expected) => {
    const sizes: Array<unknown> = []
    onSize({ stdout: outputOf(columns, rows).stdout, environment, screenReader }, (size) => sizes.push(size))
    assert.deepStrictEqual(sizes, [expected])
  })

  it("is reported after each resize, until it is released", () => {
    const { output, stdout } = outputOf(100, 30)
    const sizes: Array<number> = []
    const release = onSize({ stdout, environment: {}, screenReader: false }, ({ columns }) => sizes.push(columns))
    for (const columns of [90, 80]) output.resize({ columns, rows: 30 })
    release()
    output.resize({ columns: 70, rows: 30 })
    assert.deepStrictEqual(sizes, [100, 90, 80])
  })
})

describe("the output of a terminal", () => {
  it("is transformed, except for bytes, until it is released", async () => {
    const { output, stdout } = outputOf(100, 30)
    const release = transformOutput(stdout, (chunk) => chunk.toUpperCase())
    const bytes = Buffer.from("b")
    await new Promise<void>((done) => assert.isTrue(stdout.write("a", "utf8", () => done())))
    stdout.write(bytes)
    release()
    stdout.write("c")
    assert.deepStrictEqual<unknown>(output.written, ["A", bytes, "c"])
  })

  it("has no line wrapping on the alternate screen", () => {
    const session = "\u001B[?1049hframe\u001B[?1049l"
    assert.strictEqual(withoutWrapping(session), "\u001B[?1049h\u001B[?7lframe\u001B[?7h\u001B[?1049l")
  })
})
