import { Complaint, Notice } from "@public-records/core"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import stringWidth from "string-width"
import { commands } from "../src/commands/index.ts"
import { loadViews } from "../src/savedViews.ts"
import { fakeComplaints, fakeNotices, fakeService } from "./fakeRecords.ts"
import { fakePlatform, openTerminal, type Terminal } from "./terminal.tsx"

const escape = "\u001B[27u"
/** Sequences that copy, clear, move, reverse, hide, ring, link, widen, stack marks, and never end a title. */
const hostile =
  "\u001B]52;c;aGk=\u0007\u001B[2J\u001B[9;9H\r\nX\u202E\u200B\u{E0041}\uD800e" +
  `${"\u0301".repeat(40)}東京\u001B[31m\u001B]8;;http://phish.example\u001B\\=cmd|' /C calc'!A0\u009B2J\u001B]0;owned`

/** Lone surrogates are excluded, because core rejects them. */
const hostileRecord = hostile.toWellFormed()

const complaint = Complaint.make({
  ...Complaint.make(fakeComplaints(1)[0] ?? assert.fail()),
  id: hostileRecord,
  companyPhoneNumber: hostileRecord,
  consumerCity: hostileRecord,
  consumerState: hostileRecord,
  consumerAreaCode: hostileRecord,
  subject: hostileRecord,
  link: `https://records.example/${hostileRecord}`
})
const notice = Notice.make({
  ...Notice.make(fakeNotices(1)[0] ?? assert.fail()),
  id: hostileRecord,
  title: hostileRecord,
  acquiringParty: hostileRecord,
  acquiredParty: hostileRecord,
  acquiredEntities: [hostileRecord],
  tags: [hostileRecord],
  transactionNumber: hostileRecord
})
const source = fakeService(
  { complaints: [complaint, complaint], notices: [notice] },
  { baseUrl: `https://records.example/${hostile}`, keySource: hostile }
)
const views = JSON.stringify({
  views: [{ name: hostile, collection: "complaints", filter: { city: hostile } }]
})

const elsewhere = new Set(["suspend", "redraw", "commands", "theme", "quit"])
/** Keys that open a panel or change the screen. */
const opening = commands.flatMap(({ name, keys, on }) =>
  on.includes("table") && !elsewhere.has(name)
    ? keys.filter((key) => /^[!-~]$/.test(key) && !/[gGhjkl12]/.test(key))
    : []
)

const staysInItsCells = (terminal: Terminal, columns: number, after: string): void => {
  const lines = terminal.raw().split("\n")
  for (const line of lines) {
    assert.notMatch(line, /[\p{Cc}\p{Bidi_Control}\p{Cs}\u200B\u{E0041}]/u, after)
    assert.isAtMost(stringWidth(line), columns, after)
  }
}

const cases: ReadonlyArray<readonly [collection: string, columns: number, rows: number]> = [
  ["1", 100, 30],
  ["2", 100, 30],
  ["1", 40, 12]
]

describe("hostile text", () => {
  it.each(cases)("has no effect in any panel of collection %s on %i by %i", async (collection, columns, rows) => {
    const world = fakePlatform([], new Map([["views.json", views]]))
    const terminal = await openTerminal(source, { columns, rows }, world)
    await Effect.runPromise(loadViews(terminal.registry))
    for (const key of opening) {
      await terminal.keys(collection + key)
      staysInItsCells(terminal, columns, key)
      await terminal.keys("\r")
      staysInItsCells(terminal, columns, `${key}, taken`)
      await terminal.keys(escape + escape + escape)
    }
    await terminal.keys(`${collection}\r`, "y")
    assert.match(terminal.frame(), /COPY A FIELD/)
    staysInItsCells(terminal, columns, "every field, offered")
    terminal.close()
    assert.isNotEmpty(world.done)
    for (const { what, text } of world.done) {
      // The line feeds belong to JSON on several lines.
      if (what === "copied")
        assert.notMatch(text.replaceAll("\n", ""), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u)
      if (what === "browsed") assert.match(text, /^https:\/\/records\.example\/[!-~]*$/)
      if (what === "saved") assert.match(text.split("\n")[0] ?? "", /^[a-z0-9-]+\.(csv|ndjson)$/)
    }
  })

  it("has no effect in the reason why a record is invalid", async () => {
    const layer = fakeService({ complaints: fakeComplaints(1), rejected: 1, rejectedReason: hostile })
    const terminal = await openTerminal(layer, { columns: 100, rows: 30 })
    assert.match(terminal.frame(), /⚠ invalid record: /)
    staysInItsCells(terminal, 100, "the reason")
    terminal.close()
  })
})
