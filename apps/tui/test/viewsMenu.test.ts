import { afterEach, assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { menuAtom } from "../src/panels/menu.ts"
import { platformAtom } from "../src/platform/Platform.ts"
import { closeSessions, pressNamed } from "./browsing.ts"
import { opened } from "./openSession.ts"

afterEach(closeSessions)

describe("the menu of saved views", () => {
  it("does not replace another menu if the file is read slowly", async () => {
    const { after, platform, registry } = await opened()
    const read = Promise.withResolvers<undefined>()
    registry.set(platformAtom, { ...platform, readViews: Effect.promise(() => read.promise) })
    await after("4")
    await after("\u001B:")
    read.resolve(undefined)
    await after("")
    assert.strictEqual(registry.get(menuAtom).title, "COMMANDS")
  })

  it("keeps the typed text and the selected view if the file is read slowly", async () => {
    const { after, platform, registry } = await opened()
    for (const name of ["first", "second", "third"]) await after(`s${name}\r`)
    const read = Promise.withResolvers<void>()
    const readViews = Effect.andThen(
      Effect.promise(() => read.promise),
      platform.readViews
    )
    registry.set(platformAtom, { ...platform, readViews })
    await after("4ir")
    await pressNamed(registry, "down")
    read.resolve()
    await after("")
    const { focus, items, typed } = registry.get(menuAtom)
    assert.deepStrictEqual([typed.text, focus, items.length], ["ir", 1, 4])
  })
})
