import { Console } from "node:console"
import headless from "@xterm/headless"
import { afterEach, assert, describe, it } from "@effect/vitest"
import { Complaint } from "@public-records/core"
import { ScreenBuffer } from "../src/platform/ScreenBuffer.ts"
import { writeCompactly } from "../src/platform/compactOutput.ts"
import { render } from "ink"
import { createElement } from "react"
import { App } from "../src/App.tsx"
import { sizeAtom } from "../src/drawing/layout.ts"
import { noColorAtom } from "../src/drawing/themes.ts"
import { fakeComplaints, fakeNotices, type FakeRecords, layerFakeRecords } from "./fakeRecords.ts"
import { FakeOutput, fakeInput, isReadStream, isWriteStream, openTerminal, registryOf, settled } from "./terminal.tsx"

// Ink needs a constructor that the test runner's console lacks, to keep stray output off the screen.
Object.assign(console, { Console })

const size = { columns: 100, rows: 30 }
const held = { complaints: fakeComplaints(300), notices: fakeNotices(30) }

const frame = (body: string): string => `\u001B[29A${body}`
const line = (column: number, text: string): string => `\u001B[${column}G\u001B[K${text}\n`

describe("the screen buffer", () => {
  it("stores the first complete frame", () => {
    const shown = new ScreenBuffer()
    shown.update(`${"the same words in every line\n".repeat(29)}the last`)
    assert.strictEqual(shown.update("\u001B[?25l"), "\u001B[?25l")
    assert.strictEqual(shown.update(frame(line(5, "sane words in every line"))), frame("\u001B[7Gn\n"))
    assert.strictEqual(shown.update(frame("\u001B[29E\u001B[5G\u001B[Kmost")), frame("\u001B[29E\u001B[5Gmo"))
  })

  it("sends only changed cells", () => {
    const shown = new ScreenBuffer()
    const first = frame(line(3, "Springfield, Ohio, and so on │"))
    assert.strictEqual(shown.update(first), first)
    assert.strictEqual(shown.update(frame(line(3, "Springfield, Utah, and so on │"))), frame("\u001B[16GUtah\n"))
  })

  it("clears removed cells and keeps styles", () => {
    const shown = new ScreenBuffer()
    shown.update(frame(line(1, "a long line with \u001B[2mfaint\u001B[22m words")))
    assert.strictEqual(
      shown.update(frame(line(1, "a long line with \u001B[2mfaint\u001B[22m"))),
      frame(`\u001B[24G${" ".repeat(5)}\n`)
    )
    assert.strictEqual(
      shown.update(frame(line(1, "a long line with \u001B[1mfaint\u001B[22m"))),
      frame("\u001B[18G\u001B[0;1mfaint\u001B[m\n")
    )
  })

  it("sends complete lines if they have wide characters, after a resize, and after other output", () => {
    const again = frame(line(1, "the same line as it was before"))
    const wide = frame(line(1, "東京都 and more than that"))
    const shown = new ScreenBuffer()
    for (const between of [() => shown.update(wide), () => shown.forget(), () => shown.update("\u001B[2J")]) {
      shown.update(again)
      between()
      assert.strictEqual(shown.update(again), again)
    }
  })

  const text = "some words in a style"
  /** Returns the output for a line that is on the screen already. */
  const secondOutput = (drawn: string): string => {
    const shown = new ScreenBuffer()
    shown.update(frame(line(1, drawn)))
    return shown.update(frame(line(1, drawn)))
  }

  it.each([
    ["22", ["1", "2"]],
    ["23", ["3"]],
    ["24", ["4"]],
    ["25", ["5"]],
    ["27", ["7"]],
    ["29", ["9"]],
    ["39", ["30", "37", "90", "97", "38;5;200", "38;2;1;2;3"]],
    ["49", ["40", "47", "100", "107", "48;5;200", "48;2;1;2;3"]]
  ])("knows the styles that %s ends", (end, styles) => {
    for (const style of styles) {
      assert.strictEqual(secondOutput(`\u001B[${style}m${text}\u001B[${end}m`), frame("\n"), style)
    }
    assert.strictEqual(secondOutput(`${text}\u001B[${end}m`), frame("\n"), end)
  })

  it("sends complete lines if they have other styles", () => {
    for (const style of [
      "",
      "0",
      "6",
      "8",
      "10",
      "38",
      "48",
      "98",
      "108",
      "130",
      "140",
      "190",
      "20",
      "21",
      "59",
      "229",
      "139"
    ]) {
      const drawn = `\u001B[${style}m${text}`
      assert.strictEqual(secondOutput(drawn), frame(line(1, drawn)), style)
    }
  })

  it("sends the cells whose style ends", () => {
    const shown = new ScreenBuffer()
    shown.update(frame(line(1, `\u001B[1m\u001B[31m${text}\u001B[39m\u001B[22m and more`)))
    assert.strictEqual(
      shown.update(frame(line(1, `\u001B[1m\u001B[32msome\u001B[39m\u001B[22m${text.slice(4)} and more`))),
      frame(`\u001B[1G\u001B[0;1;32msome\u001B[m${text.slice(4)}\n`)
    )
  })

  it("sends the cells before a line of which it knows only the end", () => {
    const shown = new ScreenBuffer()
    shown.update(frame(line(3, text)))
    assert.strictEqual(shown.update(frame(line(1, `  ${text}`))), frame("\u001B[1G  \n"))
    const longer = new ScreenBuffer()
    longer.update(frame(line(1, "a")))
    assert.strictEqual(longer.update(frame(line(4, `b ${text}`))), frame(`\u001B[4Gb ${text}\n`))
    assert.strictEqual(longer.update(frame(line(1, `a  b ${text}`))), frame("\n"))
  })

  it("counts the rows that are skipped, one or several at a time", () => {
    const shown = new ScreenBuffer()
    const lines = ["the first long line", "the second long line", "the third long line", "the fourth long line"]
    shown.update(lines.join("\n"))
    const next = `\u001B[E${line(1, "the second long lime")}\u001B[1E${line(1, "the fourth long lime")}`
    assert.strictEqual(shown.update(frame(next)), frame("\u001B[E\u001B[19Gm\n\u001B[1E\u001B[19Gm\n"))
  })

  it("clears the rest of a line if that is shorter than writing spaces", () => {
    const shown = new ScreenBuffer()
    shown.update(frame(line(1, `${text} ${text}`)))
    assert.strictEqual(shown.update(frame(line(1, "some"))), frame(line(1, "some")))
  })

  it("stores a frame of two lines", () => {
    const shown = new ScreenBuffer()
    shown.update(`${text}\n${text}`)
    assert.strictEqual(shown.update(frame(line(1, text))), frame("\n"))
  })

  it("does not store one line of other output, or lines with other sequences", () => {
    const again = frame(line(1, text))
    for (const other of [text, `${text}\n\u001B[3D${text}`]) {
      const shown = new ScreenBuffer()
      assert.strictEqual(shown.update(other), other)
      assert.strictEqual(shown.update(again), again)
    }
  })
})

const closing: Set<() => void> = new Set()

afterEach(() => {
  for (const close of closing) close()
  closing.clear()
})

/** Runs the program on an emulated terminal. */
const onTerminal = async (records: Partial<FakeRecords> = held) => {
  const registry = registryOf(layerFakeRecords(records))
  registry.set(sizeAtom, size)
  registry.set(noColorAtom, false)
  const terminal = new headless.Terminal({
    cols: size.columns,
    rows: size.rows,
    allowProposedApi: true,
    scrollback: 0,
    convertEol: true
  })
  const stdout = new FakeOutput(size)
  const stdin = fakeInput()
  if (!isWriteStream(stdout) || !isReadStream(stdin)) throw new Error("not a terminal")
  const release = writeCompactly(stdout)
  const options = { alternateScreen: true, incrementalRendering: true, interactive: true, exitOnCtrlC: false }
  const screen = render(createElement(App, { registry }), { stdin, stdout, patchConsole: false, ...options })
  closing.add(() => {
    screen.unmount()
    release()
    registry.dispose()
  })
  let read = 0
  const lines = async (): Promise<ReadonlyArray<string>> => {
    await screen.waitUntilRenderFlush()
    await settled()
    const written = stdout.written.slice(read).join("")
    read = stdout.written.length
    await new Promise<void>((resolve) => terminal.write(written, resolve))
    const { active } = terminal.buffer
    return Array.from({ length: size.rows }, (_, row) => active.getLine(row)?.translateToString(true).trimEnd() ?? "")
  }
  /** Returns the last column of each line. */
  const edge = (): ReadonlyArray<string> => {
    const { active } = terminal.buffer
    return Array.from(
      { length: size.rows },
      (_, row) =>
        active
          .getLine(row)
          ?.getCell(size.columns - 1)
          ?.getChars() ?? ""
    )
  }
  return { stdin, lines, edge, written: () => stdout.written.join("") }
}

describe("a terminal", () => {
  it("shows the drawn frame although unchanged cells are not sent", async () => {
    const { stdin, lines } = await onTerminal()
    const whole = await openTerminal(layerFakeRecords(held), size)
    closing.add(whole.close)
    const trimmed = (text: string): ReadonlyArray<string> => text.split("\n").map((one) => one.trimEnd())
    await settled()
    assert.deepStrictEqual(await lines(), trimmed(whole.frame()))
    for (const key of [
      "j",
      "j",
      "G",
      "k",
      "g",
      "l",
      "S",
      "3",
      "\t",
      "j",
      "1",
      "#",
      "\r",
      "l",
      "2",
      "j",
      "?",
      "1",
      "/so",
      "\r",
      "n"
    ]) {
      stdin.write(key)
      await whole.keys(key)
      assert.deepStrictEqual(await lines(), trimmed(whole.frame()), `after ${JSON.stringify(key)}`)
    }
  })

  it("keeps its lines if it disagrees about the width of some scripts", async () => {
    const texts = ["नमस्ते किं", "กำกั้ นิ้", "👩 family 🇩🇪 flag 👍🏽", "東京都庁舎の会議室", "नमस्ते ".repeat(40)]
    const complaints = fakeComplaints(40).map((complaint, index) =>
      Complaint.make({ ...complaint, consumerCity: texts[index % 5] ?? "", subject: texts[(index + 2) % 5] ?? "" })
    )
    const { stdin, lines, edge, written } = await onTerminal({ complaints })
    const whole = await openTerminal(layerFakeRecords({ complaints }), size)
    closing.add(whole.close)
    for (const key of ["j", "j", "\r", "l", "\u001B[27u", "3", "\t", "\t", "t"]) {
      stdin.write(key)
      await whole.keys(key)
      await lines()
      const ends = whole
        .frame()
        .split("\n")
        .map((one) => (/[│┐┘]$/.exec(one) ?? [""])[0])
      assert.isAbove(ends.join("").length, 20)
      assert.deepStrictEqual(
        edge().map((cell, row) => (ends[row] === "" ? "" : cell)),
        ends,
        `after ${JSON.stringify(key)}`
      )
    }
    assert.include(written(), "\u001B[?1049h\u001B[?7l")
  })
})
