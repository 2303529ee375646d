import { stripVTControlCharacters } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import stringWidth from "string-width"
import { vi } from "vitest"
import { runTui } from "../src/main.tsx"
import { suspend, terminalControlAtom } from "../src/platform/suspension.ts"
import { fakeService } from "./fakeRecords.ts"
import { enterAlternateScreen, exitOf, held, leaveAlternateScreen, options, run, shown } from "./runProgram.ts"
import {
  fakeInput,
  fakePlatform,
  FakeOutput,
  isReadStream,
  isWriteStream,
  openTerminal,
  settled,
  testFormats,
  until
} from "./terminal.tsx"

const showCursor = "\u001B[?25h"

describe("the first frame", () => {
  it("shows the rows if they arrive immediately, and is the first output", async () => {
    const { done, drawnAfter, frames, stdin, written } = await run(held)
    await shown(written, "COMPLAINTS")
    const first = frames.findIndex((frame) => frame.includes("COMPLAINTS"))
    assert.include(frames[first], "50 of 14,034 loaded")
    assert.strictEqual(drawnAfter.length, 1)
    assert.isAbove(drawnAfter[0] ?? 0, first)
    stdin.write("q")
    await done
  })

  it("does not wait for slow rows", async () => {
    const { done, stdin, written } = await run(fakeService({ before: () => Effect.never }))
    await shown(written, "COMPLAINTS")
    assert.include(written(), "0 loaded, total unknown")
    stdin.write("q")
    assert.strictEqual(await exitOf(done), 0)
  })
})

describe("a message of the program around it", () => {
  it("is a notification on the screen", async () => {
    const notify = Promise.withResolvers<(message: string) => void>()
    const { done, stdin, written } = await run(held, false, { given: { onScreen: notify.resolve } })
    await shown(written, "COMPLAINTS")
    ;(await notify.promise)("Waiting for another process.")
    await shown(written, "Waiting for another process.")
    stdin.write("q")
    assert.strictEqual(await exitOf(done), 0)
  })
})

describe("the end of the program", () => {
  it("restores the screen and exits with 0 on q", async () => {
    const { done, stdin, written } = await run(held)
    assert.include(written(), enterAlternateScreen)
    stdin.write("q")
    assert.strictEqual(await exitOf(done), 0)
    assert.isAbove(written().lastIndexOf(leaveAlternateScreen), written().lastIndexOf(enterAlternateScreen))
    assert.isAbove(written().lastIndexOf(showCursor), 0)
  })

  it("disables raw mode, which was enabled before the first output", async () => {
    const { done, stdin, keyboard } = await run(held)
    assert.deepStrictEqual(keyboard[0], { isRaw: true, framesBefore: 0 })
    stdin.write("q")
    await done
    assert.strictEqual(keyboard.at(-1)?.isRaw, false)
  })

  it("exits with 130 on the second Ctrl-C", async () => {
    const { done, stdin } = await run(held)
    stdin.write("\u0003")
    await settled()
    stdin.write("j\u0003")
    await settled()
    stdin.write("\u0003")
    assert.strictEqual(await exitOf(done), 130)
  })

  it.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129]
  ] as const)("restores the screen after %s and exits with %i", async (signal, code) => {
    const others = new Set(process.listeners(signal))
    const { done, written } = await run(held)
    for (const listener of process.listeners(signal)) {
      if (!others.has(listener) && listener.name === "leave") listener(signal)
    }
    assert.strictEqual(await exitOf(done), code)
    assert.include(written(), leaveAlternateScreen)
    assert.strictEqual(process.listeners(signal).filter(({ name }) => name === "leave").length, 0)
  })

  it("follows a signal that arrives before the first frame", async () => {
    const others = new Set(process.listeners("SIGTERM"))
    const started = run(held)
    for (const listener of process.listeners("SIGTERM")) if (!others.has(listener)) listener("SIGTERM")
    const { done } = await started
    assert.strictEqual(await exitOf(done), 143)
  })

  it("waits until the files of an export are closed", async () => {
    const closed = Promise.withResolvers<void>()
    const steps = Stream.fromEffect(Effect.onInterrupt(Effect.never, () => Effect.promise(() => closed.promise)))
    const complaints = { ...testFormats.complaints, exportAll: () => steps }
    const { done, stdin, written } = await run(held, false, { formats: { ...testFormats, complaints } })
    for (const keys of ["e", "all parquet", "\r", "\r", "q", "quit", "\r"]) {
      stdin.write(keys)
      await settled()
    }
    await shown(written, leaveAlternateScreen)
    let hasEnded = false
    const ended = done.then(() => (hasEnded = true))
    await settled()
    assert.isFalse(hasEnded)
    closed.resolve()
    await ended
  })

  it("exits with 129, without a crash, if the terminal is gone", async () => {
    const gone = Object.assign(new Error("setRawMode EIO"), { code: "EIO" })
    const atTheEnd = (isRaw: boolean): void => {
      if (!isRaw) throw gone
    }
    const { done, stdin } = await run(held, false, { onRawMode: atTheEnd })
    stdin.write("q")
    assert.strictEqual(await exitOf(done), 129)
    const atTheStart = (): void => {
      throw gone
    }
    assert.strictEqual(await (await run(held, false, { onRawMode: atTheStart })).done, 129)
  })

  it("restores the screen before a crash is reported", async () => {
    const crashing = fakeService({ before: () => Effect.die(new Error("a bug")) })
    const { done, written } = await run(crashing)
    const message = await done.then(
      () => "no crash",
      (error: unknown) => String(error)
    )
    assert.include(message, "a bug")
    assert.include(written(), leaveAlternateScreen)
  })
})

describe("a failure before the first frame", () => {
  const failing = (fail: (stdout: FakeOutput) => void) => async () => {
    const listeners = ["SIGTERM", "SIGHUP", "uncaughtException", "unhandledRejection"].map((event) =>
      process.listenerCount(event)
    )
    const stdout = new FakeOutput({ columns: 100, rows: 30 })
    const rawModes: Array<boolean> = []
    const stdin = fakeInput((isRaw) => void rawModes.push(isRaw))
    if (!isWriteStream(stdout) || !isReadStream(stdin)) throw new Error("not a terminal")
    const write = stdout.write
    const done = runTui({ ...options(held), stdin, stdout, onDrawn: () => fail(stdout) })
    const message = await done.then(
      () => "no failure",
      (error: unknown) => String(error)
    )
    return {
      message,
      stdout,
      isRestored: rawModes.at(-1) === false && stdout.write === write && stdout.listenerCount("resize") === 0,
      isQuiet: ["SIGTERM", "SIGHUP", "uncaughtException", "unhandledRejection"].every(
        (event, index) => process.listenerCount(event) === listeners[index]
      )
    }
  }

  it("restores the terminal", async () => {
    const { isQuiet, isRestored, message } = await failing((stdout) => {
      throw new Error(`no frame after ${stdout.written.length} writes`)
    })()
    assert.match(message, /no frame/)
    assert.deepStrictEqual({ isQuiet, isRestored }, { isQuiet: true, isRestored: true })
  })

  it("leaves the alternate screen if it was entered", async () => {
    const { stdout } = await failing(() => {
      throw new Error("no frame")
    })()
    const written = stdout.written.join("")
    assert.isAtLeast(written.lastIndexOf(leaveAlternateScreen), written.lastIndexOf(enterAlternateScreen))
  })
})

describe("an unhandled error while the first rows load", () => {
  it("ends the program and restores the terminal", async () => {
    const others = new Set(process.listeners("uncaughtException"))
    const { done, keyboard } = await run(fakeService({ before: () => Effect.never }))
    const crash = process.listeners("uncaughtException").find((listener) => !others.has(listener))
    crash?.(new Error("a bug before the first frame"), "uncaughtException")
    const message = await done.then(
      () => "no crash",
      (error: unknown) => String(error)
    )
    assert.include(message, "a bug before the first frame")
    assert.strictEqual(keyboard.at(-1)?.isRaw, false)
  })
})

describe("an unhandled error outside the screen", () => {
  it("ends the program, restores the screen and is reported", async () => {
    const others = new Set(process.listeners("uncaughtException"))
    const { done, written } = await run(held)
    const crash = process.listeners("uncaughtException").find((listener) => !others.has(listener))
    crash?.(new Error("a bug in a key"), "uncaughtException")
    const message = await done.then(
      () => "no crash",
      (error: unknown) => String(error)
    )
    assert.include(message, "a bug in a key")
    assert.isAbove(written().lastIndexOf(leaveAlternateScreen), written().lastIndexOf(enterAlternateScreen))
    assert.deepStrictEqual(new Set(process.listeners("uncaughtException")), others)
  })
})

describe("Ctrl-L and Ctrl-Z", () => {
  it("redraw the screen, and release the terminal to the shell until the program resumes", async () => {
    const { done, stdin, written } = await run(held)
    const before = written().length
    stdin.write("\u000C")
    await until(() => written().slice(before).includes("COMPLAINTS"))
    assert.include(written().slice(before), leaveAlternateScreen)
    stdin.write("q")
    assert.strictEqual(await exitOf(done), 0)
    const { platform, done: calls } = fakePlatform()
    const terminal = await openTerminal(held, { columns: 100, rows: 30 }, { platform })
    terminal.registry.set(terminalControlAtom, { releaseWhile: (work) => work() })
    await terminal.keys("\u001A")
    assert.deepStrictEqual(calls, [{ what: "suspended", text: "" }])
    terminal.close()
  })
})

describe("a suspended program", () => {
  it.each([
    ["when it resumes", true],
    ["after a moment if no shell stops it", false]
  ])("reads the terminal size again %s, and leaves no listener or timer", async (_when, isStopped) => {
    const sent: Array<string | number | undefined> = []
    const kill = vi.spyOn(process, "kill").mockImplementation((_, signal) => {
      sent.push(signal)
      if (isStopped && signal === "SIGTSTP") queueMicrotask(() => process.emit("SIGCONT", "SIGCONT"))
      if (signal === "SIGWINCH") queueMicrotask(() => process.emit("SIGWINCH", "SIGWINCH"))
      return true
    })
    const listeners = () => ["SIGCONT", "SIGWINCH"].map((signal) => process.listenerCount(signal))
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length
    const [before, timersBefore] = [listeners(), timers()]
    await suspend()
    kill.mockRestore()
    assert.deepStrictEqual(sent, ["SIGTSTP", "SIGWINCH"])
    assert.deepStrictEqual(listeners(), before)
    assert.isAtMost(timers(), timersBefore)
  })
})

describe("a screen reader", () => {
  it("is given the normal screen", async () => {
    const { done, stdin, written } = await run(held, true)
    assert.notInclude(written(), enterAlternateScreen)
    assert.include(written(), "row 1 of 14,034")
    assert.notMatch(written(), /[─│┌┘]/)
    stdin.write("q")
    assert.strictEqual(await exitOf(done), 0)
  })

  it("is given only changed lines, without panels side by side", async () => {
    const { done, stdin, written } = await run(held, true, { columns: 200, rows: 40 })
    for (const line of stripVTControlCharacters(written()).split("\n"))
      assert.isAtMost(stringWidth(line.trimEnd()), 80, line)
    const before = written().length
    stdin.write("j")
    await shown(() => written().slice(before), "2 of 14,034")
    const changed = stripVTControlCharacters(written().slice(before))
    assert.notInclude(changed, "public-records")
    assert.isAtMost(changed.split("\n").filter((line) => line.trim() !== "").length, 8)
    stdin.write("q")
    await done
  })
})

describe("a terminal without a size", () => {
  it("uses the size in the environment, or 80 by 24", async () => {
    for (const [environment, columns, rows] of [
      [{ COLUMNS: "60", LINES: "20" }, 60, 20],
      [{}, 80, 24]
    ] as const) {
      const { done, stdin, stdout } = await run(held, false, { columns: 0, rows: 0, environment })
      stdin.write("q")
      await done
      assert.deepStrictEqual([stdout.columns, stdout.rows], [columns, rows])
    }
  })
})

describe("a terminal that becomes narrower", () => {
  it("receives no line that would wrap", async () => {
    const { done, stdin, stdout } = await run(held)
    const before = stdout.written.length
    stdout.resize({ columns: 80, rows: 30 })
    await settled()
    const drawn = stdout.written.slice(before).map(stripVTControlCharacters)
    assert.isTrue(drawn.some((frame) => frame.includes("row 1 of 14,034")))
    for (const line of drawn.join("\n").split("\n")) assert.isAtMost(stringWidth(line), 80, line)
    stdin.write("q")
    await done
  })
})

describe("a slow connection", () => {
  it("receives only changed lines for a cursor movement", async () => {
    const { done, stdin, written } = await run(held)
    const afterOneKey = async (): Promise<number> => {
      const before = Buffer.byteLength(written())
      stdin.write("j")
      await until(() => Buffer.byteLength(written()) !== before)
      return Buffer.byteLength(written()) - before
    }
    await afterOneKey()
    const bytes = await afterOneKey()
    stdin.write("q")
    await done
    assert.isAtMost(bytes, 1600)
  })
})
