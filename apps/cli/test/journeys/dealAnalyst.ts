import { dealFile, type Deal, deals } from "./dealBook.ts"
import { type Journey, task } from "./Journey.ts"
import { count, percent, tally } from "./sampleDay.ts"
import { keeps, neverShows, opensService, serves } from "./serviceSteps.ts"
import { has, hasFile, isBackAtTheShell, isStillOn, noLongerSees, presses, resizes, sees } from "./steps.ts"

const key = "key-of-the-deal-desktop-0123456789"
const all = count(deals)
const allLoaded = `${all} of ${all} loaded`

const having = (...words: ReadonlyArray<string>): ReadonlyArray<Deal> =>
  deals.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
/** Formats the loaded share of a result that has at most two pages. */
const firstPageOf = (found: ReadonlyArray<Deal>): string => `${Math.min(50, found.length)} of ${count(found)} loaded`
const lastBy = (timeOf: (deal: Deal) => string): Deal | undefined =>
  deals.toSorted((one, other) => (timeOf(one) < timeOf(other) ? 1 : -1))[0]

const northwind = having("northwind")
const mediaHoldings = having("media holdings")
const newest = lastBy(({ created }) => created)
const changedLast = lastBy(({ updated }) => updated)
const oldest = deals[0]
const wanted = deals[40]
const weekday = new Date(wanted?.date ?? "").toLocaleDateString("en-US", { weekday: "long", timeZone: "UTC" })
const years = deals.map(({ date }) => date.slice(0, 4))
const in2014 = deals.filter(({ date }) => date.startsWith("2014-"))
const yearsTo2014 = new Set(years.filter((year) => year < "2014")).size
const [[buyer, itsDeals] = ["", 0]] = tally(deals.map(({ acquiring }) => acquiring))
const bought = deals.filter(({ acquiring }) => acquiring === buyer)
const withBuyer = having(buyer.toLowerCase())
const sumitra = having("sumitra")
const lineOf = (deal: Deal | undefined): string => `▶ ${deal?.date} ${deal?.transaction}`

/** A deal analyst of a fund, who follows who buys whom. */
export const dealAnalyst: Journey = {
  person: "deal analyst",
  tasks: [
    task(
      "Which notices are there, and up to when?",
      keeps("deals.json", dealFile),
      serves("with notices only, as seen in the wild", { apiKeys: [key], data: ["deals.json"], profile: "live" }),
      opensService(140, 40, key),
      sees("There are no complaints."),
      presses("2"),
      sees(`NOTICES · 50 of ${all} loaded`, `data through ${newest?.date}`, lineOf(newest))
    ),
    task(
      "All deals with Northwind in them, on whichever side.",
      presses("f", "northwind", "Enter"),
      sees("title has northwind", firstPageOf(northwind))
    ),
    task(
      "I mean the words side by side: media holdings.",
      presses("f", "Tab", "Ctrl-U", '"media holdings"', "Enter"),
      sees('title has "media holdings"', firstPageOf(mediaHoldings))
    ),
    task(
      "Back to Northwind, and forth again.",
      presses("["),
      sees("title has northwind", "Filter 2 of 3"),
      presses("]"),
      sees('title has "media holdings"', firstPageOf(mediaHoldings))
    ),
    task(
      "I only have its number. Who bought whom?",
      presses("f", "any", "Tab", wanted?.transaction ?? "", "Enter"),
      sees(`transaction ${wanted?.transaction}`, "1 of 1 loaded", lineOf(wanted)),
      isStillOn(wanted?.acquiring ?? "no deal")
    ),
    task(
      "What else came out on that day?",
      presses("f", "Tab", "Ctrl-U", "Tab", wanted?.date ?? ""),
      sees(`✓ ${weekday}`),
      presses("Enter"),
      sees(`date ${wanted?.date}`, "1 of 1 loaded")
    ),
    task(
      "And on the Saturday after?",
      presses("f", "Tab", "Tab", "Ctrl-U", "2009-01-10"),
      sees("✓ Saturday"),
      presses("Enter"),
      sees("No matches. Enter to broaden:", "any date"),
      presses("Enter"),
      sees("NO NOTICES MATCH"),
      presses("Enter"),
      sees("no filter", `50 of ${all} loaded`)
    ),
    task(
      "Which notice was changed last, years after the deal?",
      presses("f", "Tab", "Tab", "Tab", "changed", "Enter"),
      sees("newest changed first", lineOf(changedLast)),
      isStillOn("UPDATED 2024-02-02T09:30:00+00:00")
    ),
    task(
      "All of them in the order of the deals, the oldest first. What does it cost?",
      presses("L"),
      sees(`${Math.ceil(deals.length / 50) - 1} more requests`),
      presses("Enter"),
      sees(allLoaded),
      presses("l", "S", "g"),
      sees("sorted locally: DATE ▲", lineOf(oldest))
    ),
    task(
      "How many were there in 2014?",
      presses("3"),
      sees(`100 % = all ${all}`, `${years[0]}: `),
      presses(...Array.from({ length: yearsTo2014 }, () => "Down")),
      sees(`2014: ${in2014.length}, ${percent(in2014, deals)}`)
    ),
    task(
      "Who buys most, and from when until when?",
      presses("Tab", "Tab", "t"),
      sees(`▶ ${buyer} ${itsDeals} ${percent(bought, deals)} ${bought[0]?.date} → ${bought.at(-1)?.date}`)
    ),
    task(
      "Show me these deals.",
      presses("Enter"),
      sees(`Added acquiring party ${buyer}.`),
      presses("Esc"),
      sees("ACQUIRED PARTIES"),
      presses("Esc"),
      sees(`${itsDeals} shown`, `acquiring party ${buyer}`, lineOf(bought[0]))
    ),
    task(
      "Did anybody buy from that buyer too? Ask for its name on both sides.",
      presses("3", "a"),
      sees(`title contains ${buyer}`, firstPageOf(withBuyer))
    ),
    task(
      "What exactly went over in this deal, and in the next one?",
      presses("Enter"),
      sees("NOTICES · row 1", ...(withBuyer.at(-1)?.entities ?? [])),
      presses("Right"),
      sees("NOTICES · row 2", ...(withBuyer.at(-2)?.entities ?? [])),
      presses("Esc"),
      noLongerSees("records · Esc back")
    ),
    task(
      "The name of the company, for my memo.",
      presses("l", "l", "l", "y"),
      sees("acquired party"),
      has("the name exactly as in the notice", (text) => text === withBuyer.at(-2)?.acquired)
    ),
    task(
      "The whole notice, for our model.",
      presses("Y"),
      sees("the record as JSON"),
      has("every field of it", (text) =>
        Object.values(withBuyer.at(-2) ?? { none: "no deal" })
          .flat()
          .every((value) => text.includes(JSON.stringify(value)))
      )
    ),
    task(
      "Where is it on the web? I want the link, and not to give my key away with it.",
      presses("o"),
      sees("OPEN IN THE BROWSER", "Opening it also requires an API key."),
      presses("copy", "Enter"),
      sees("Sent to your terminal's clipboard (OSC 52): the address"),
      has("an address without a key", (text) => text.includes(`/${withBuyer.at(-2)?.id}`) && !text.includes("api_key"))
    ),
    task(
      "A table of the Sumitra deals for a colleague's spreadsheet, which runs what begins with =.",
      presses("f", "has", "Tab", "Ctrl-U", "sumitra", "Enter"),
      sees("title has sumitra", firstPageOf(sumitra)),
      presses("e", "Enter", "sumitra.csv", "Enter"),
      sees(`Wrote ${sumitra.length} notices`),
      hasFile("sumitra.csv", "each deal in a line, and no cell that runs", (content) => {
        const lines = content.trimEnd().split("\r\n")
        const rows = lines.slice(1)
        return rows.length === sumitra.length && rows.every((row) => row.includes(",'=Sumitra Capital Group,"))
      })
    ),
    task(
      "I follow them from now on: tomorrow the same with two keys.",
      presses("s", "Sumitra", "Enter"),
      sees("Saved the view Sumitra."),
      presses("1"),
      sees("There are no complaints."),
      presses("4"),
      sees("SAVED VIEWS", "Sumitra"),
      presses("Enter"),
      sees("title has sumitra", firstPageOf(sumitra))
    ),
    task(
      "In the train, on a small window. And that is it.",
      resizes(40, 12),
      sees("DATE ACQUIRING PARTY"),
      isStillOn("=Sumitra Capital"),
      presses("q"),
      isBackAtTheShell(),
      neverShows("the key", key)
    )
  ]
}
