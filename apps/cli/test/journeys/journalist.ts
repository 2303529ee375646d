import { Predicate } from "effect"
import { type Journey, task } from "./Journey.ts"
import { complaints, count, label, percent, tally, written } from "./sampleDay.ts"
import { has, hasFile, isBackAtTheShell, isStillOn, noLongerSees, opens, presses, resizes, sees } from "./steps.ts"

const kentucky = complaints.filter(({ state }) => state === "Kentucky")
const all = count(kentucky)
const allLoaded = `${all} of ${all} loaded`
const robocalls = kentucky.filter(({ robocall }) => robocall === "Y")

const [[subject, aboutIt] = ["", 0]] = tally(kentucky.map(({ subject }) => subject))
const [[number, itsCalls] = ["", 0]] = tally(kentucky.map(({ number }) => number).filter((number) => number !== ""))
const itsComplaints = kentucky.filter((complaint) => complaint.number === number)

const nicholasville = kentucky.filter(({ city }) => city.toLowerCase() === "nicholasville")
const cities = kentucky
  .map(({ city }) => city)
  .filter((city) => city !== "")
  .toSorted((one, other) => one.localeCompare(other, "en", { sensitivity: "base" }))

const oldest = kentucky.at(-1)
const inCalifornia = complaints.filter(({ state }) => state === "California")

const lineOf = ({ number, created, city }: (typeof complaints)[number]): string =>
  `${created.slice(0, 16)} ${written(number)} ${city}`

/** A journalist of a paper in Kentucky, who wants a story about unwanted calls. */
export const journalist: Journey = {
  person: "journalist",
  tasks: [
    task(
      "What is there to see, of which day, and who says so?",
      opens(100, 30, "tui", "--demo"),
      sees(`50 of ${count(complaints)} loaded`, "sample of 7 July 2021", "reported by consumers, unverified")
    ),
    task(
      "How many of the calls were reported from Kentucky, where our readers live?",
      presses("f", "Tab", "Right", "Tab", "ky", "Ctrl-S"),
      sees("state Kentucky", `50 of ${all} loaded`)
    ),
    task(
      "I want all of them, not only the newest. What does that cost?",
      presses("L"),
      sees(`${Math.ceil(kentucky.length / 50) - 1} more requests`),
      presses("Enter"),
      sees(allLoaded)
    ),
    task(
      "How many of them were robocalls?",
      presses("3"),
      sees(`100 % = all ${all}`, "reported by consumers, unverified", "KY100", `yes ${robocalls.length} 61 %`)
    ),
    task(
      "What did the callers talk about most, and are those robocalls too?",
      presses("Tab", "Tab", "t"),
      sees(
        `▶ ${label(subject)} ${aboutIt}`,
        `robocalls ${count(robocalls.filter((complaint) => complaint.subject === subject))} of `
      )
    ),
    task(
      "Is there a telephone number that keeps coming back? Show me its calls.",
      presses("t", "Tab"),
      sees(`▶ ${written(number)} ${itsCalls}`),
      presses("Enter"),
      sees("Loaded rows only. Backspace removes it"),
      presses("Esc"),
      sees(`${itsCalls} shown`, ...itsComplaints.map(lineOf)),
      presses("Backspace"),
      noLongerSees("shown"),
      presses("#"),
      sees(`2 of ${itsCalls} with ${written(number)} in ${all} loaded`)
    ),
    task(
      "A reader called us from Nicholasville. Is the town in here?",
      presses("/", "nicho"),
      sees(`1 of ${nicholasville.length} with "nicho" in ${all} loaded`),
      presses("Enter", "n"),
      sees(`2 of ${nicholasville.length} with "nicho"`, "CITY Nicholasville")
    ),
    task(
      "I want to read them town by town. What comes first, and what is the hundredth?",
      presses("l", "l", "l", "S", "g"),
      sees("sorted locally: CITY ▲", new RegExp(`▶ .*${cities[0]}`, "i")),
      presses(":", "go to row", "Enter", "100", "Enter"),
      sees(`row 100 of ${all} shown`, new RegExp(`▶ .*${cities[99]}`, "i"))
    ),
    task(
      "How is it in the rest of the country?",
      presses("x", "x"),
      sees("no filter", `50 of ${count(complaints)} loaded`),
      presses("3"),
      sees(`100 % = all ${count(complaints)}`, `█CA${percent(inCalifornia, complaints).replace(" %", "")}`)
    ),
    task(
      "Back to Kentucky, please, as I left it.",
      presses("1", "["),
      sees("state Kentucky", allLoaded),
      presses("]"),
      sees("no filter", `${count(complaints)} of ${count(complaints)} loaded`),
      presses("["),
      sees("state Kentucky", allLoaded)
    ),
    task(
      "What was reported on the 30th of February? I mean the 7th of July.",
      presses("f", "Right"),
      sees("without the state: use created between for both"),
      presses("Tab", "2021-02-30", "Enter"),
      sees("✗ this month has 28 days", "February has 28 days in 2021"),
      presses("Ctrl-U", "2021-07-07"),
      sees("✓ Wednesday"),
      presses("Enter"),
      sees("created 2021-07-07", `50 of ${count(complaints)} loaded`)
    ),
    task(
      "And from Luisville? The spelling may be mine.",
      presses("[", "f", "Tab", "Tab", "Tab", "Luisville", "Enter"),
      sees("No matches. Enter to broaden:", "without the city"),
      presses("Enter"),
      sees("NO COMPLAINTS MATCH", "▶ without the city"),
      presses("Enter"),
      sees("state Kentucky", `50 of ${all} loaded`)
    ),
    task(
      "I shall ask for Kentucky every day: keep that.",
      presses("s"),
      sees("Name: state Kentucky"),
      presses("Ctrl-U", "our readers", "Enter"),
      sees("Saved the view our readers.")
    ),
    task(
      "Our developer wants this complaint as it is.",
      presses("G"),
      sees(`row ${all} of ${all}`, `CREATED ${oldest?.created}`),
      presses("Y"),
      sees("the record as JSON"),
      has(
        "the oldest complaint from Kentucky as JSON",
        (text) => Predicate.hasProperty("createdDate")(JSON.parse(text)) && text.includes(`"${oldest?.created}"`)
      )
    ),
    task(
      "And how would she ask for it herself?",
      presses("g", "c"),
      sees("the request as curl"),
      has(
        "a request for Kentucky, with a variable where the key belongs",
        (text) =>
          text.startsWith("curl ") && text.includes("$PUBLIC_RECORDS_API_KEY") && text.includes("state=Kentucky")
      )
    ),
    task(
      "I want the calls of that number in our spreadsheet.",
      presses("[", "["),
      sees(allLoaded),
      presses("3", "Enter", "Esc"),
      sees(`${itsCalls} shown`),
      presses("e"),
      sees(`CSV, safe for spreadsheets ${itsCalls} complaints, no request`),
      presses("Enter", "Ctrl-U", "one-number.csv", "Enter"),
      sees(`Wrote ${itsCalls} complaints to`, "one-number.csv"),
      hasFile("one-number.csv", "a line for each, and a head", (content) => {
        const lines = content.split("\r\n")
        return lines.length === itsCalls + 2 && lines.slice(1, -1).every((line) => line.includes(number))
      })
    ),
    task(
      "What else can I press here?",
      presses("?"),
      sees("HELP · rows", "# report, same number", "e export"),
      presses("?"),
      noLongerSees("HELP")
    ),
    task(
      "I need half of the window for my notes.",
      resizes(60, 20),
      sees("CREATED FROM ROBO SUBJECT"),
      isStillOn(`${itsCalls} shown`)
    ),
    task("How much of my budget have I spent?", presses("i"), sees("STATUS", "limit none", /used 29\d requests/)),
    task(
      "Enough for today. Tomorrow I begin where I was.",
      presses("Esc"),
      noLongerSees("STATUS"),
      presses("q"),
      isBackAtTheShell(),
      opens(60, 20, "tui", "--demo"),
      sees(`50 of ${count(complaints)} loaded`),
      presses("4"),
      sees("our readers", "complaints"),
      presses("Enter"),
      sees("state Kentucky", `50 of ${all} loaded`),
      presses("q"),
      isBackAtTheShell()
    )
  ]
}
