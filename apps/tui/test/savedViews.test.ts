import { afterEach, assert, describe, it } from "@effect/vitest"
import { complaints } from "../src/complaints/definition.ts"
import { notices } from "../src/notices/definition.ts"
import { savedViewsAtom } from "../src/savedViews.ts"
import { sessionAtom } from "../src/session.ts"
import { closeSessions } from "./browsing.ts"
import { opened } from "./openSession.ts"

afterEach(closeSessions)

describe("a saved view", () => {
  it("opens in its own collection, from the other one", async () => {
    const { after, registry } = await opened({})
    await after("2f\tholdings\u0013")
    await after("sdeals\r")
    await after("1")
    assert.strictEqual(await after("4deals\r"), "View deals.")
    assert.deepInclude(registry.get(sessionAtom), { active: "notices", panel: "table" })
    assert.strictEqual(registry.get(notices.summary).filter, "part of title holdings")
    assert.strictEqual(registry.get(complaints.summary).filter, "")
  })

  it("does not replace one whose name differs in capital letters", async () => {
    const { after, registry } = await opened()
    for (const name of ["Ohio", "ohio", "Ohio"]) await after(`s${name}\r`)
    assert.deepStrictEqual(
      registry.get(savedViewsAtom).views.map(({ name }) => name),
      ["ohio", "Ohio"]
    )
  })
})
