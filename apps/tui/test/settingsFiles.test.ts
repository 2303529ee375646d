import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { AtomRegistry } from "effect/reactivity"
import { execFileSync, spawn } from "node:child_process"
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import fs from "node:fs/promises"
import { syncBuiltinESMExports } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { vi } from "vitest"
import { nodePlatform } from "../src/platform/nodePlatform.ts"
import { platformAtom } from "../src/platform/Platform.ts"
import { changeOwnFile, readOwnFile, saveNewFile } from "../src/platform/files.ts"
import { deleteView, storeView, loadViews, savedViewsAtom } from "../src/savedViews.ts"
import { FakeOutput, isWriteStream } from "./terminal.tsx"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "public-records-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const script = fileURLToPath(new URL("savingProcess.ts", import.meta.url))

const saving = (path: string, name: string, count: string) =>
  Effect.acquireRelease(
    Effect.sync(() => spawn(process.execPath, [script, path, name, count], { stdio: ["ignore", "pipe", "inherit"] })),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  )

const ended = (child: ReturnType<typeof spawn>) =>
  Effect.callback<number | null>((resume) => {
    child.once("exit", (code) => resume(Effect.succeed(code)))
  })

/** Makes the state of a window with the files of a folder. */
const windowOn = (path: string): AtomRegistry.AtomRegistry => {
  const stdout = new FakeOutput({ columns: 80, rows: 24 })
  assert.isTrue(isWriteStream(stdout))
  return isWriteStream(stdout)
    ? AtomRegistry.make({ initialValues: [[platformAtom, nodePlatform(stdout, {}, path)]] })
    : assert.fail()
}

const view = (name: string) => ({ name, collection: "complaints", filter: {} }) as const

const namesIn = (registry: AtomRegistry.AtomRegistry): ReadonlyArray<string> =>
  registry
    .get(savedViewsAtom)
    .views.map(({ name }) => name)
    .toSorted()

describe("the files of the program", () => {
  it.effect("are changed atomically, for their owner only, in a folder that is created if needed", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "new", "views.json")
      yield* changeOwnFile(path, (content) => Effect.succeed(`${content} 1`))
      yield* changeOwnFile(path, (content) => Effect.succeed(`${content} 2`))
      assert.strictEqual(yield* readOwnFile(path), "undefined 1 2")
      assert.strictEqual(statSync(path).mode & 0o777, 0o600)
      assert.deepStrictEqual(readdirSync(join(path, "..")), ["settings.lock", "views.json"])
    })
  )

  it.effect("are flushed to the disk before they get their name, like new files", () =>
    Effect.gen(function* () {
      const inside = yield* folder
      const [write, rename, link] = [vi.spyOn(fs, "writeFile"), vi.spyOn(fs, "rename"), vi.spyOn(fs, "link")]
      syncBuiltinESMExports()
      yield* changeOwnFile(join(inside, "views.json"), () => Effect.succeed("1"))
      yield* saveNewFile(join(inside, "rows.csv"), "2")
      const options = write.mock.calls.map(([, , option]) => option)
      const order = [write, rename, link].map(({ mock }) => mock.invocationCallOrder)
      vi.restoreAllMocks()
      syncBuiltinESMExports()
      for (const option of options) assert.deepInclude(option, { flush: true })
      const [[written, writtenNew] = [], [renamed] = [], [linked] = []] = order
      assert.deepStrictEqual(
        [written, renamed, writtenNew, linked],
        [written, renamed, writtenNew, linked].toSorted((a = 0, b = 0) => a - b)
      )
      assert.isDefined(linked)
    })
  )

  it.effect("stay symbolic links", () =>
    Effect.gen(function* () {
      const inside = yield* folder
      writeFileSync(join(inside, "elsewhere.json"), "1")
      symlinkSync(join(inside, "elsewhere.json"), join(inside, "config.json"))
      yield* changeOwnFile(join(inside, "config.json"), () => Effect.succeed("2"))
      assert.strictEqual(readFileSync(join(inside, "elsewhere.json"), "utf8"), "2")
    })
  )

  it.live("lose no change if two processes change them at the same time", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "views.json")
      const child = yield* saving(path, "theirs", "20")
      const end = yield* Effect.forkChild(ended(child), { startImmediately: true })
      yield* Effect.callback<void>((resume) => {
        child.stdout.once("data", () => resume(Effect.void))
      })
      for (let n = 0; n < 20; n++) {
        yield* changeOwnFile(path, (content = "") => Effect.succeed(`${content}ours${n}\n`))
      }
      assert.strictEqual(yield* Fiber.join(end), 0)
      const lines = readFileSync(path, "utf8").trimEnd().split("\n")
      const added = ["ours", "theirs"].flatMap((name) => Array.from({ length: 20 }, (_, n) => `${name}${n}`))
      assert.deepStrictEqual(lines.toSorted(), added.toSorted())
    })
  )

  it.effect("wait at most ten seconds for the lock of another process, which ends with that process", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "views.json")
      const child = yield* saving(path, "", "hold")
      yield* Effect.promise(() => new Promise((resolve) => child.stdout?.once("data", resolve)))
      const change = changeOwnFile(path, () => Effect.succeed("changed"))
      const waiting = yield* Effect.forkChild(Effect.flip(change))
      while (waiting.pollUnsafe() === undefined) {
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        yield* TestClock.adjust("100 millis")
      }
      const { message } = yield* Fiber.join(waiting)
      assert.strictEqual(message, `${path} cannot be saved: another window is saving. Try again.`)
      const end = yield* Effect.forkChild(ended(child), { startImmediately: true })
      child.kill("SIGKILL")
      yield* Fiber.join(end)
      yield* change
      assert.strictEqual(yield* readOwnFile(path), "changed")
    })
  )

  it.effect("are named in an error and not changed if they cannot be read or saved", () =>
    Effect.gen(function* () {
      const inside = yield* folder
      const path = join(inside, "views.json")
      const save = (at: string, content = "x") =>
        Effect.map(Effect.flip(changeOwnFile(at, () => Effect.succeed(content))), ({ message }) => message)
      assert.match(
        yield* save("/proc/none/views.json"),
        /^\/proc\/none\/views\.json cannot be saved: its folder cannot be created\.$/
      )
      assert.match(yield* save("/dev/null/views.json"), /cannot be saved: its folder is a file\.$/)
      assert.match(yield* save(path, "x".repeat(1_000_001)), /it would be larger than 1 MB\. Remove something first\.$/)
      writeFileSync(path, "x".repeat(1_000_001))
      assert.match(yield* save(path), /views\.json cannot be used: it is larger than 1 MB\./)
      assert.strictEqual(statSync(path).size, 1_000_001)
      rmSync(path)
      mkdirSync(path)
      assert.match(yield* save(path), /views\.json cannot be used: it is a folder\./)
      rmSync(path, { recursive: true })
      execFileSync("mkfifo", [path])
      assert.match(yield* save(path), /views\.json cannot be used: it is not a regular file\./)
    })
  )
})

describe("saved views of two windows", () => {
  it.live("are all saved, even at the same instant", () =>
    Effect.gen(function* () {
      const inside = yield* folder
      const [one, other] = [windowOn(inside), windowOn(inside)]
      yield* Effect.all([loadViews(one), loadViews(other)])
      const names = Array.from({ length: 20 }, (_, n) => `view ${n + 10}`)
      yield* Effect.forEach(names, (name, n) => storeView(n % 2 === 0 ? one : other, view(name)), {
        concurrency: "unbounded"
      })
      yield* Effect.all([loadViews(one), loadViews(other)])
      assert.deepStrictEqual([namesIn(one), namesIn(other)], [names, names])
      yield* deleteView(one, "view 10")
      yield* storeView(other, view("more"))
      assert.deepStrictEqual(namesIn(other), ["more", ...names.slice(1)])
    })
  )

  it.effect("are reported in one sentence if the file is too large", () =>
    Effect.gen(function* () {
      const inside = yield* folder
      const views = Array.from({ length: 200_000 }, (_, n) => view(`view ${n}`))
      writeFileSync(join(inside, "views.json"), JSON.stringify({ views }))
      const registry = windowOn(inside)
      yield* loadViews(registry)
      const { problem } = registry.get(savedViewsAtom)
      assert.match(
        problem,
        /views\.json cannot be used: it is larger than 1 MB\. Fix or remove it; it was not changed\.$/
      )
    })
  )
})
