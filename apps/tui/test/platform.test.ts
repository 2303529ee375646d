import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import fs, { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises"
import { syncBuiltinESMExports } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { vi } from "vitest"
import { openInBrowser, webAddress } from "../src/platform/browser.ts"
import { clipboardTools, copyText } from "../src/platform/clipboard.ts"
import { freePathOf, readOwnFile, saveNewFile, writeOwnFile } from "../src/platform/files.ts"
import { nodePlatform } from "../src/platform/nodePlatform.ts"
import { transformOutput, withoutWrapping } from "../src/platform/terminalOutput.ts"
import { onSize } from "../src/platform/terminalSize.ts"
import { FakeOutput, isWriteStream } from "./terminal.tsx"

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "public-records-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true }))
)

const decoded = (sequence: string): string =>
  Buffer.from(/52;c;([^\u0007]*)/.exec(sequence)?.[1] ?? "", "base64").toString("utf8")

describe("the clipboard", () => {
  it("is the local machine's, or the terminal's over SSH", () => {
    const x11 = ["xclip -selection clipboard", "xsel --clipboard --input"]
    const tmux = "tmux load-buffer -w -"
    assert.deepStrictEqual(clipboardTools("linux", { WAYLAND_DISPLAY: "w", DISPLAY: ":0" }), ["wl-copy", ...x11])
    assert.deepStrictEqual(clipboardTools("darwin", {}), ["pbcopy"])
    assert.deepStrictEqual(clipboardTools("win32", {}), ["clip.exe"])
    assert.deepStrictEqual(clipboardTools("linux", { WSL_DISTRO_NAME: "Debian", DISPLAY: ":0" }), ["clip.exe"])
    assert.deepStrictEqual(clipboardTools("linux", { DISPLAY: "" }), [])
    assert.deepStrictEqual(clipboardTools("linux", { DISPLAY: ":10", SSH_CONNECTION: "a b" }), [])
    assert.deepStrictEqual(clipboardTools("linux", { DISPLAY: ":10", SSH_TTY: "/dev/pts/1", TMUX: "s" }), [tmux])
    assert.deepStrictEqual(clipboardTools("linux", { DISPLAY: ":0", TMUX: "s" }), [...x11, tmux])
  })

  it.live("falls back to the terminal if no command works or ends within two seconds", () =>
    Effect.gen(function* () {
      const written: Array<string> = []
      const tools = ["/nonexistent/clipboard", "false", "sleep 60"]
      assert.strictEqual(yield* copyText("東京 'x'", tools, (text) => written.push(text)), "terminal")
      assert.strictEqual(decoded(written.join("")), "東京 'x'")
    })
  )

  it.live("may be a command that writes much and reads nothing", () =>
    Effect.gen(function* () {
      const tools = ["head -c 200000 /dev/zero"]
      assert.strictEqual(yield* copyText("x".repeat(200_000), tools, () => assert.fail()), "clipboard")
    })
  )

  it.effect("of a terminal takes 75,000 bytes, and longer text is rejected", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* copyText("é".repeat(37_500), [], () => undefined), "terminal")
      const { message } = yield* Effect.flip(copyText("é".repeat(37_501), [], () => assert.fail()))
      assert.match(message, /Too long for a terminal's clipboard/)
    })
  )
})

describe("a browser", () => {
  it("receives only web addresses", () => {
    assert.strictEqual(webAddress("https://a.example/b c"), "https://a.example/b%20c")
    assert.strictEqual(webAddress("http://a.example"), "http://a.example/")
    for (const text of ["file:///etc/passwd", "--help", "javascript:1", ""]) assert.isUndefined(webAddress(text))
  })

  it.live("opens an address, and is not reported as open if there is none", () =>
    Effect.gen(function* () {
      const into = yield* folder
      const [browser, opened] = [join(into, "browser"), join(into, "opened")]
      yield* Effect.promise(() => writeFile(browser, `#!/bin/sh\necho "$1" > ${opened}\n`, { mode: 0o700 }))
      yield* Effect.addFinalizer(() => Effect.sync(() => vi.unstubAllEnvs()))
      vi.stubEnv("BROWSER", browser)
      yield* openInBrowser("https://a.example/?q=$&", {})
      assert.strictEqual(yield* Effect.promise(() => readFile(opened, "utf8")), "https://a.example/?q=$&\n")
      vi.stubEnv("BROWSER", "/nonexistent/a")
      const messageOf = (address: string, environment: Record<string, string>) =>
        Effect.map(Effect.flip(openInBrowser(address, environment)), ({ message }) => message)
      assert.strictEqual(yield* messageOf("https://a.example", {}), "No browser found. Copy the address instead.")
      assert.match(yield* messageOf("https://a.example", { SSH_TTY: "/dev/pts/1" }), /^No browser found\./)
      assert.strictEqual(yield* messageOf("file:///etc/passwd", {}), "That is not a web address.")
    }).pipe(Effect.scoped)
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

  it.effect("is complete, private, in a new folder, beside no temporary file, and stays a symbolic link", () =>
    Effect.gen(function* () {
      const inside = join(yield* folder, "new")
      const [path, elsewhere] = [join(inside, "views.json"), join(inside, "elsewhere.json")]
      yield* writeOwnFile(elsewhere, "1")
      yield* Effect.promise(() => symlink(elsewhere, path))
      yield* writeOwnFile(path, "2")
      assert.strictEqual(yield* readOwnFile(elsewhere), "2")
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(inside)), ["elsewhere.json", "views.json"])
      assert.strictEqual((yield* Effect.promise(() => stat(path))).mode & 0o777, 0o600)
    }).pipe(Effect.scoped)
  )

  it.effect("is flushed to the disk before it gets its name, like a new file", () =>
    Effect.gen(function* () {
      const inside = yield* folder
      const [write, rename, link] = [vi.spyOn(fs, "writeFile"), vi.spyOn(fs, "rename"), vi.spyOn(fs, "link")]
      syncBuiltinESMExports()
      yield* writeOwnFile(join(inside, "views.json"), "1")
      yield* saveNewFile(join(inside, "rows.csv"), "2")
      const flushed = write.mock.calls.map(([, , options]) => options)
      const order = [write, rename, link].map(({ mock }) => mock.invocationCallOrder)
      vi.restoreAllMocks()
      syncBuiltinESMExports()
      for (const options of flushed) assert.deepInclude(options, { flush: true })
      const [[written = 0, writtenNew = 0] = [], [renamed = 0] = [], [linked = 0] = []] = order
      assert.isTrue(written < renamed && renamed < writtenNew && writtenNew < linked, JSON.stringify(order))
    })
  )

  it.effect("is named in an error if it cannot be read or saved", () =>
    Effect.gen(function* () {
      const inside = yield* folder
      assert.strictEqual((yield* Effect.flip(readOwnFile(inside))).message, `${inside} cannot be read (EISDIR).`)
      const { message } = yield* Effect.flip(writeOwnFile("/dev/null/views.json", "x"))
      assert.match(message, /^\/dev\/null\/views\.json cannot be saved \(E\w+\)\.$/)
    })
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
      assert.strictEqual(platform.viewsPath, join(inside, "views.json"))
      yield* platform.writeViews("{}")
      assert.strictEqual(yield* platform.readViews, "{}")
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
