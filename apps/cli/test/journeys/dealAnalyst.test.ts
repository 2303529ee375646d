import { assert, describe, it } from "@effect/vitest"
import { startReferenceServer } from "@public-records/server"
import { temporaryFolder } from "@public-records/testing/drivers/SampleService"
import { Effect } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { openProgram, tabs } from "./program.ts"
import { count, percent, tally } from "./sampleDay.ts"

const buyers = [
  "Northwind Holdings, LLC",
  "=Sumitra Capital Group",
  "Northwind Holdings, LLC",
  "Meridian Media Holdings plc",
  "Ōtani Shipping"
]
const sellers = ["Cobalt Media Rail Holdings", "Northwind Paper Mills", "Sparrow Media Holdings, Inc.", "Vesper Mining"]
const ofList = (all: ReadonlyArray<string>, place: number): string => all[place % all.length] ?? ""

/** Generates deals of fictional companies, three weeks apart and always on a Wednesday. */
const dealOf = (_: unknown, index: number) => {
  const date = new Date(Date.UTC(2009, 0, 7 + 21 * index)).toISOString().slice(0, 10)
  const transaction = `${date.slice(0, 4)}${String(index).padStart(4, "0")}`
  const [acquiring, acquired] = [ofList(buyers, index), ofList(sellers, index)]
  return {
    id: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    title: `${transaction}: ${acquiring}; ${acquired}`,
    "transaction-number": transaction,
    "acquiring-party": acquiring,
    "acquired-party": acquired,
    "acquired-entities": [`${acquired} North`, `${acquired} South`],
    date,
    created: `${date}T18:05:00+00:00`,
    updated: index === 16 ? "2024-02-02T09:30:00+00:00" : `${date}T18:05:00+00:00`
  }
}

type Deal = ReturnType<typeof dealOf>

const deals: ReadonlyArray<Deal> = Array.from({ length: 130 }, dealOf)
const records = deals.map(({ id, ...attributes }) => ({ type: "early_termination_notice", id, attributes }))

const having = (words: string): ReadonlyArray<Deal> => deals.filter(({ title }) => title.toLowerCase().includes(words))
const firstPageOf = (found: ReadonlyArray<Deal>): string => `${Math.min(50, found.length)} of ${count(found)} loaded`
const lineOf = (deal: Deal | undefined): string => `▶ ${deal?.date} ${deal?.["transaction-number"]}`

const key = "key-of-the-deal-desktop-0123456789"
const wanted = deals[40]
const in2014 = deals.filter(({ date }) => date.startsWith("2014-"))
const [[buyer, itsDeals] = ["", 0]] = tally(deals.map((deal) => deal["acquiring-party"]))
const bought = deals.filter((deal) => deal["acquiring-party"] === buyer)
const ofBuyer = having(buyer.toLowerCase())
const second = ofBuyer.at(-2)
const sumitra = having("sumitra")

describe("a deal analyst, who follows who buys whom", () => {
  it.live("finds, counts, copies and exports notices", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const data = join(folder, "deals.json")
      writeFileSync(data, JSON.stringify({ data: records }))
      const { url } = yield* Effect.acquireRelease(
        Effect.promise(() => startReferenceServer({ apiKeys: [key], data: [data], profile: "live" })),
        (server) => Effect.promise(() => server.close())
      )
      const { clipboard, press, quit, resize, sees, sent } = yield* openProgram({
        folder,
        size: [140, 40],
        args: ["tui", "--base-url", url, "--allow-http"],
        environment: { PUBLIC_RECORDS_API_KEY: key }
      })
      const newest = deals.at(-1)
      yield* sees("There are no complaints.")
      yield* press(["2"], `NOTICES · ${firstPageOf(deals)}`, `data through ${newest?.date}`, lineOf(newest))

      // Deals with Northwind on either side, then words side by side, then one deal by its number and its day.
      yield* press(["f", "northwind", "Enter"], "title northwind", firstPageOf(having("northwind")))
      const phrase = firstPageOf(having("media holdings"))
      yield* press(["f", "Ctrl-U", '"media holdings"', "Enter"], 'title "media holdings"', phrase)
      yield* press(["["], "title northwind", "Filter 2 of 3")
      yield* press(["]"], 'title "media holdings"', phrase)
      const number = wanted?.["transaction-number"] ?? ""
      yield* press(
        ["f", "Ctrl-U", ...tabs(6), number, "Enter"],
        `transaction ${number}`,
        "1 of 1 loaded",
        lineOf(wanted)
      )
      yield* press(["f", ...tabs(6), "Ctrl-U", "Tab", wanted?.date ?? ""], "✓ Wednesday")
      yield* press(["Enter"], `date ${wanted?.date}`, "1 of 1 loaded")
      yield* press(["f", ...tabs(7), "Ctrl-U", "2009-01-10"], "✓ Saturday")
      yield* press(["Enter"], "No matches. Enter to broaden:", "any date")
      yield* press(["Enter"], "NO NOTICES MATCH")
      yield* press(["Enter"], "no filter", firstPageOf(deals))

      // Which notice was changed last? Then all of them, the oldest deal first.
      yield* press(["f", ...tabs(12), "changed", "Enter"], "newest changed first", lineOf(deals[16]))
      yield* press(["L"], "2 more requests")
      yield* press(["Enter"], `${count(deals)} of ${count(deals)} loaded`)
      yield* press(["l", "S", "g"], "sorted locally: DATE ▲", lineOf(deals[0]))

      // How many were there in 2014, and who buys most, from when until when?
      yield* press(["3"], `100 % = all ${count(deals)}`, "2009: ")
      const years = Array.from({ length: 5 }, () => "Down")
      yield* press(years, `2014: ${in2014.length}, ${percent(in2014, deals)}`)
      const between = `${bought[0]?.date} → ${bought.at(-1)?.date}`
      yield* press(["Tab", "Tab", "t"], `▶ ${buyer} ${itsDeals} ${percent(bought, deals)} ${between}`)
      yield* press(["Enter"], `Added acquiring party ${buyer}.`)
      yield* press(["Esc"], "ACQUIRED PARTIES")
      yield* press(["Esc"], `[acquiring party ${buyer}]`, firstPageOf(ofBuyer))

      // Did anybody buy from that buyer, too? What exactly went over in this deal, and in the next one?
      yield* press(["Enter"], "NOTICES · row 1", ...(ofBuyer.at(-1)?.["acquired-entities"] ?? []))
      yield* press(["Right"], "NOTICES · row 2", ...(second?.["acquired-entities"] ?? []))
      yield* press(["Esc"], { gone: "records · Esc back" })

      // The company for my memo, the notice for our model, and its address, which must not contain my key.
      yield* press(["l", "l", "l", "y"], "acquired party")
      assert.strictEqual(clipboard(), second?.["acquired-party"])
      yield* press(["Y"], "the record as JSON")
      for (const value of Object.values(second ?? {}).flat()) assert.include(clipboard(), JSON.stringify(value))
      yield* press(["o"], "OPEN IN THE BROWSER", "Opening it also requires an API key.")
      yield* press(["copy", "Enter"], "Sent to your terminal's clipboard (OSC 52): the address")
      assert.include(clipboard(), `/${second?.id}`)
      assert.notInclude(clipboard(), "api_key")

      // A table for a colleague's spreadsheet, which runs what begins with =. I follow these deals from now on.
      yield* press(["f", "sumitra", ...tabs(4), "Ctrl-U", "Enter"], "title sumitra", firstPageOf(sumitra))
      yield* press(["e", "Enter", "sumitra.csv", "Enter"], `Wrote ${sumitra.length} notices`)
      const rows = readFileSync(join(folder, "sumitra.csv"), "utf8").trimEnd().split("\r\n").slice(1)
      const unsafe = rows.filter((row) => !row.includes(",'=Sumitra Capital Group,"))
      assert.deepStrictEqual([rows.length, unsafe], [sumitra.length, []])
      yield* press(["s", "Sumitra", "Enter"], "Saved the view Sumitra.")
      yield* press(["1"], "There are no complaints.")
      yield* press(["4"], "SAVED VIEWS", "Sumitra")
      yield* press(["Enter"], "title sumitra", firstPageOf(sumitra))
      yield* resize(40, 12, "DATE ACQUIRING PARTY")
      yield* sees("=Sumitra Capital")
      yield* quit
      assert.notInclude(sent(), key)
    }).pipe(Effect.scoped)
  )
})
