import { type Round, task } from "./Round.ts"
import { complaints, count, percent, tally, written } from "./sampleDay.ts"
import { has, hasFile, isBackAtTheShell, losesSightOf, opens, presses, resizes, sees } from "./steps.ts"

const kentucky = complaints.filter(({ state }) => state === "Kentucky")
const numbers = kentucky.map(({ number }) => number).filter((number) => number !== "")
const [[busiest, times] = ["", 0]] = tally(numbers)
const robocalls = kentucky.filter(({ robocall }) => robocall === "Y")

/** A journalist of a paper in Kentucky, who wants a story about unwanted calls. */
export const journalist: Round = {
  person: "journalist",
  tasks: [
    task(
      "What is there to see, of which day, and who says so?",
      opens(100, 30, "tui", "--demo"),
      sees(`50 of ${count(complaints)} loaded`, "sample of 7 July 2021", "reported by consumers, unverified")
    ),
    task(
      "How many of them come from Kentucky, where our readers live?",
      presses("f", "Tab", "Right", "Tab", "ky", "Ctrl-S"),
      sees("state Kentucky", `50 of ${count(kentucky)} loaded`)
    ),
    task(
      "I want to count all of these, not the newest only. What does it cost?",
      presses("L"),
      sees("3 more requests"),
      presses("Enter"),
      sees(`${count(kentucky)} of ${count(kentucky)} loaded`)
    ),
    task(
      "How many of the calls were robocalls?",
      presses("3"),
      sees(`yes ${robocalls.length} ${percent(robocalls, kentucky)}`)
    ),
    task(
      "Which telephone number keeps coming back?",
      presses("Tab", "Tab", "Tab"),
      sees(`${written(busiest)}: ${times}`),
      presses("Enter"),
      losesSightOf("SUBJECTS"),
      sees(`${times} of 187 loaded`)
    ),
    task(
      "I take its complaints along, for a spreadsheet.",
      presses("e"),
      sees("CSV, safe for spreadsheets"),
      presses("Enter"),
      sees("File: "),
      presses("Ctrl-U", "busiest.csv", "Enter"),
      sees(`Wrote ${times} complaints`),
      hasFile(
        "busiest.csv",
        "a line for each",
        (content) => content.trim().split("\r\n").length === times + 1 && content.includes(busiest)
      )
    ),
    task(
      "I want to ask the same with another program.",
      presses("c"),
      sees("Copied"),
      has("the request as curl, without a key", (text) => text.startsWith("curl ") && text.includes("state=Kentucky"))
    ),
    task("I need room for my notes beside it.", resizes(60, 20), sees("CREATED FROM ROBO SUBJECT")),
    task("That is enough for today.", presses("q"), isBackAtTheShell())
  ]
}
