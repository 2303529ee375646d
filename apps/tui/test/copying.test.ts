import { afterEach, assert, describe, it } from "@effect/vitest"
import { Complaint } from "@public-records/core"
import { Effect } from "effect"
import { curlOf } from "../src/commands/copying.ts"
import { menuAtom } from "../src/panels/menu.ts"
import { platformAtom } from "../src/platform/Platform.ts"
import { closeSessions } from "./browsing.ts"
import { fakeComplaints } from "./fakeRecords.ts"
import { opened } from "./openSession.ts"

afterEach(closeSessions)

describe("the message after copying", () => {
  it.each([
    ["clipboard", "Copied the record as JSON."],
    ["terminal", "Sent to your terminal's clipboard (OSC 52): the record as JSON."]
  ] as const)("names the destination: %s", async (copied, message) => {
    const { after, platform, registry } = await opened()
    registry.set(platformAtom, { ...platform, copy: () => Effect.succeed(copied) })
    assert.strictEqual(await after("Y"), message)
  })
})

describe("the menu of fields", () => {
  it("is opened in a record although a column is chosen", async () => {
    const { after, panel } = await opened({})
    assert.match(await after("ly"), /^Copied created 2021-07-07/)
    await after("\ry")
    assert.strictEqual(panel(), "menu")
  })

  it("has all values of a field, of which only the first one has a name", async () => {
    const { after, done, items } = await opened({})
    await after("2y")
    assert.includeMembers(items(), ["entities: Imaginary Works 0 North", " : Imaginary Works 0 South"])
    assert.strictEqual(await after("south\r"), "Copied Imaginary Works 0 South.")
    assert.strictEqual(done[0]?.text, "Imaginary Works 0 South")
  })
})

describe("the address of a record", () => {
  it("is copied without being opened", async () => {
    const link = "https://records.example/v0/dnc-complaints/1"
    const complaints = fakeComplaints(1).map((complaint) => Complaint.make({ ...complaint, link }))
    const { after, done, registry } = await opened({ complaints })
    await after("o")
    assert.deepStrictEqual(registry.get(menuAtom).intro, [link, "Opening it also requires an API key."])
    assert.strictEqual(await after("copy\r"), "Copied the address.")
    assert.deepStrictEqual(done, [{ what: "copied", text: link }])
  })
})

describe("a request as curl", () => {
  it("has the address of the service without slashes at its end", () => {
    for (const baseUrl of ["https://records.example", "https://records.example//"]) {
      assert.match(curlOf(baseUrl, "dnc-complaints"), /'https:\/\/records\.example\/v0\/dnc-complaints'$/)
    }
  })
})
