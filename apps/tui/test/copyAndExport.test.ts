import { Complaint } from "@public-records/core"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { curlOf } from "../src/commands/copying.ts"
import { fileNameOf } from "../src/commands/exporting.ts"
import { fakeComplaints, fakeNotices, fakeService } from "./fakeRecords.ts"
import { fakePlatform, openTerminal } from "./terminal.tsx"

const size = { columns: 100, rows: 30 }
const escape = "\u001B[27u"
const right = "\u001B[C"
const origin = { baseUrl: "https://records.example/" }
const held = fakeService({ complaints: fakeComplaints(200), notices: fakeNotices(10) }, origin)

const opened = async (source = held, taken: ReadonlyArray<string> = []) => {
  const world = fakePlatform(taken)
  return { terminal: await openTerminal(source, size, world), done: world.done }
}

describe("copying", () => {
  it("copies the cell in the chosen column", async () => {
    const { terminal, done } = await opened()
    await terminal.keys(right, right, "j", "y")
    assert.deepStrictEqual(done, [{ what: "copied", text: "(214) 555-0001" }])
    assert.include(terminal.frame(), "Copied from (214) 555-0001.")
    await terminal.keys("h", "y")
    assert.strictEqual(done.at(-1)?.text, "2021-07-07 23:59:58")
    terminal.close()
  })

  it("copies nothing from an empty cell and reports it", async () => {
    const { terminal, done } = await opened()
    await terminal.keys(right, right, ":go to row\r10\r", "y")
    assert.match(terminal.frame(), /That field is empty/)
    assert.deepStrictEqual(done, [])
    terminal.close()
  })

  it("shows a menu of all fields before a column is chosen, and in the open record", async () => {
    const { terminal, done } = await opened()
    for (const keys of [["y"], ["\r", "y"]]) {
      await terminal.keys(...keys, "subject")
      assert.match(terminal.frame(), /COPY A FIELD/)
      await terminal.keys("\r")
    }
    assert.lengthOf(done, 2)
    assert.deepStrictEqual(done[0], done[1])
    terminal.close()
  })

  it("copies the record as JSON", async () => {
    const { terminal, done } = await opened()
    await terminal.keys("j", "Y")
    assert.include(done[0]?.text ?? "", `"id":"${"0".repeat(31)}1"`)
    terminal.close()
  })

  it("copies the request of the page under the cursor, with a variable instead of the key", async () => {
    const { terminal, done } = await opened()
    await terminal.keys("G", "c")
    assert.deepStrictEqual(done, [
      {
        what: "copied",
        text: `curl --globoff --header "X-Api-Key: $PUBLIC_RECORDS_API_KEY" 'https://records.example/v0/dnc-complaints?sort_order=DESC&items_per_page=50&offset=150'`
      }
    ])
    terminal.close()
  })

  it("quotes a request for the shell, and uses the real service for sample data", () => {
    assert.match(
      curlOf("bundled sample data", "dnc-complaints?city=O'Fallon"),
      /'https:\/\/api\.ftc\.gov\/v0\/dnc-complaints\?city=O'\\''Fallon'$/
    )
  })

  it("reports that the record is still loading", async () => {
    const before = (count: number) => (count === 1 ? Effect.void : Effect.never)
    const { terminal } = await opened(fakeService({ complaints: fakeComplaints(200), before }))
    await terminal.keys("G", "Y")
    assert.match(terminal.frame(), /This row is still loading\. Try again in a moment/)
    terminal.close()
  })

  it("reports that there is no record to copy", async () => {
    const { terminal, done } = await opened(fakeService({}))
    for (const key of ["y", "Y", "o"]) {
      await terminal.keys(key)
      assert.match(terminal.frame(), /not loaded, so there is nothing to copy/)
    }
    await terminal.keys("e")
    assert.match(terminal.frame(), /Nothing to export/)
    assert.deepStrictEqual(done, [])
    terminal.close()
  })
})

const withLink = (link: string | null) =>
  fakeService({ complaints: fakeComplaints(1).map((complaint) => Complaint.make({ ...complaint, link })) })

describe("opening a record in a browser", () => {
  it("shows the address first", async () => {
    const { terminal, done } = await opened(withLink("https://records.example/v0/dnc-complaints/1"))
    await terminal.keys("o")
    assert.match(terminal.frame(), /https:\/\/records\.example\/v0\/dnc-complaints\/1/)
    assert.deepStrictEqual(done, [])
    await terminal.keys("\r")
    assert.deepStrictEqual(done, [{ what: "browsed", text: "https://records.example/v0/dnc-complaints/1" }])
    terminal.close()
  })

  it.each([null, "javascript:alert(1)", "file:///etc/passwd", "-a Calculator"])("rejects %s", async (link) => {
    const { terminal, done } = await opened(withLink(link))
    await terminal.keys("o", "\r", escape)
    assert.deepStrictEqual(done, [])
    terminal.close()
  })
})

describe("exporting", () => {
  it("shows the number of loaded rows, then writes them", async () => {
    const { terminal, done } = await opened()
    await terminal.keys("e")
    assert.match(terminal.frame(), /EXPORT · 50 of 200 loaded/)
    assert.match(terminal.frame(), /CSV, safe for spreadsheets +50 complaints loaded/)
    await terminal.keys("\r")
    assert.match(terminal.frame(), /File: complaints\.csv/)
    await terminal.keys("\r")
    assert.match(terminal.frame(), /Wrote 50 complaints to \/folder\/complaints\.csv/)
    assert.strictEqual(done[0]?.text.split("\r\n").length, 52)
    terminal.close()
  })

  it("shows the full cost below the menu if it does not fit next to the item", async () => {
    const terminal = await openTerminal(held, { columns: 40, rows: 12 })
    await terminal.keys("e")
    assert.match(terminal.frame(), /│ CSV, safe for spreadsheets: 50 +│\n│ complaints loaded +│/)
    await terminal.keys("\u001B[B")
    assert.match(terminal.frame(), /│ NDJSON, unmodified: 50 complaints +│/)
    terminal.close()
  })

  it("opens its prompt in time for keys in the same event", async () => {
    const { terminal, done } = await opened()
    await terminal.keys("e\r\r")
    assert.strictEqual(done[0]?.what, "saved")
    terminal.close()
  })

  it("suggests a name that typing replaces and moving the caret edits", async () => {
    const { terminal, done } = await opened()
    await terminal.keys("e", "\r", "mine.csv", "\r", "e", "\r", "\u001B[H", "my-", "\r")
    assert.deepStrictEqual(
      done.map(({ text }) => text.split("\n", 1)[0]),
      ["mine.csv", "my-complaints.csv"]
    )
    terminal.close()
  })

  it("writes rows in their local order", async () => {
    const { terminal, done } = await opened()
    await terminal.keys(right, right, "S", "S", "e", "ndjson", "\r", "\r")
    const ids = (done[0]?.text ?? "").split("\n").slice(1, 3)
    assert.include(ids[0] ?? "", `"id":"${"0".repeat(30)}48"`)
    terminal.close()
  })

  it("has an item to load the remaining rows first, with its cost", async () => {
    const { terminal } = await opened()
    await terminal.keys("e", "remaining")
    assert.match(terminal.frame(), /load the remaining rows first +3 .*requests/)
    await terminal.keys("\r")
    await terminal.until((frame) => frame.includes("200 of 200 loaded"))
    terminal.close()
  })

  it("never overwrites another file", async () => {
    const { terminal, done } = await opened(held, ["complaints.csv"])
    await terminal.keys("e", "\r")
    assert.match(terminal.frame(), /File: complaints-2\.csv/)
    await terminal.keys("\u0015", "complaints.csv", "\r")
    assert.match(terminal.frame(), /A file with that name already exists/)
    assert.deepStrictEqual(done, [])
    terminal.close()
  })

  it("makes file names of letters, digits and dashes from any filter", () => {
    assert.strictEqual(
      fileNameOf("complaints", "city ../../\u001B]0;x\u0007 · state New York", "csv"),
      "complaints-city-0-x-state-new-york.csv"
    )
    assert.isAtMost(fileNameOf("notices", "x".repeat(500), "ndjson").length, 70)
    // The 60th character would be the dash before the y.
    assert.strictEqual(fileNameOf("notices", `${"x".repeat(51)} y`, "csv"), `notices-${"x".repeat(51)}.csv`)
  })
})
