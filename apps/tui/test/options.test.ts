import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { stripVTControlCharacters } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { readTuiSettings, type TuiOptions } from "../src/main.tsx"
import { fakeOwnMirror } from "./fakeOwnMirror.ts"
import { exitOf, held, run, shown } from "./runProgram.ts"
import { settled } from "./terminal.tsx"

/** Runs the program, types keys until the text is on the screen, and returns the output after them. */
const outputOf = async (given: Partial<TuiOptions>, keys: ReadonlyArray<string>, text: string): Promise<string> => {
  const { done, stdin, written } = await run(held, false, { given })
  await shown(written, "COMPLAINTS")
  const before = keys.length === 0 ? 0 : written().length
  for (const key of keys) {
    stdin.write(key)
    await settled()
  }
  await shown(() => stripVTControlCharacters(written().slice(before)), text)
  stdin.write("\u0003")
  await settled()
  stdin.write("\u0003")
  assert.strictEqual(await exitOf(done), 130)
  return written().slice(before)
}

describe("the options of the program", () => {
  it("have a note, which is shown until the first key", async () => {
    const output = await outputOf({ note: "The configuration is new." }, [], "The configuration is new.")
    assert.include(output, "The configuration is new.")
  })

  it("have the mirror that M opens, and the way to use a typed key", async () => {
    const opened: Array<string> = []
    const refused = (text: string) =>
      Effect.suspend(() => {
        opened.push(text)
        return Effect.fail({ message: `Cannot open ${text}.` })
      })
    const { done, stdin, written } = await run(held, false, {
      given: {
        mirror: fakeOwnMirror({ exists: () => true, open: refused("the mirror") }),
        unlock: (key) => refused(`with ${key}`)
      }
    })
    await shown(written, "COMPLAINTS")
    for (const keys of ["M", "K", "abc", "\r"]) {
      stdin.write(keys)
      await settled()
    }
    assert.deepStrictEqual(opened, ["the mirror", "with abc"])
    stdin.write("q")
    assert.strictEqual(await exitOf(done), 0)
  })

  it("have the folder of the saved views", async () => {
    const file = "/nonexistent/mine/views.json"
    assert.include(await outputOf({ folder: "/nonexistent/mine" }, ["4"], file), file)
  })

  it("have the environment, which says how to copy", async () => {
    const copied = (environment: TuiOptions["environment"]) => outputOf({ environment }, ["c"], "clipboard (OSC 52)")
    assert.include(await copied({}), "\u001B]52;c;")
  })

  it("have the theme and the keys of the user, but no colors if they are not wanted", async () => {
    const settings = (theme: "light" | "terminal", keys = {}) => Result.getOrThrow(readTuiSettings({ theme, keys }))
    const blue = "\u001B[34m"
    assert.include(await outputOf({ settings: settings("light") }, [], "COMPLAINTS"), blue)
    assert.notInclude(await outputOf({ settings: settings("terminal") }, [], "COMPLAINTS"), blue)
    assert.notInclude(await outputOf({ settings: settings("light"), noColor: true }, [], "COMPLAINTS"), blue)
    await outputOf({ settings: settings("light", { help: "w" }) }, ["w"], "HELP · rows")
  })
})

describe("the files of the program", () => {
  const folder = Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "public-records-"))),
    (path) => Effect.promise(() => rm(path, { recursive: true }))
  )

  it.live("are read from its folder, and views are replaced by name", () =>
    Effect.gen(function* () {
      const into = yield* folder
      const view = { name: "mine", collection: "complaints", filter: {} }
      yield* Effect.promise(() => writeFile(join(into, "views.json"), JSON.stringify({ views: [view] })))
      yield* Effect.promise(async () => {
        const { done, stdin, written } = await run(held, false, { given: { folder: into } })
        const text = () => stripVTControlCharacters(written())
        stdin.write("4")
        // The mark before it may already be on the screen, and is then not written again.
        await shown(text, "mine")
        stdin.write("\u001B[27u")
        await settled()
        stdin.write("smine\r")
        await shown(text, "Replaced the view mine")
        stdin.write("q")
        assert.strictEqual(await exitOf(done), 0)
      })
    }).pipe(Effect.scoped)
  )
})
