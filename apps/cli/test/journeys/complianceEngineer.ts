import { type Journey, task } from "./Journey.ts"
import { complaints, count, tally, written } from "./sampleDay.ts"
import { isBackOnline, isCutOff, meets, neverShows, opensService, sendsTheCopied, serves } from "./serviceSteps.ts"
import { has, hasFile, isBackAtTheShell, isStillOn, noLongerSees, presses, resizes, sees } from "./steps.ts"

const expiredKey = "expired-key-of-last-year-0123456789"
const goodKey = "good-key-for-the-switch-9876543210"
const path = "/v0/dnc-complaints"

const total = count(complaints)
const dallas = complaints.filter(({ areaCode }) => areaCode === "214")
const dallasLoaded = `${count(dallas)} of ${count(dallas)} loaded`
const robocalls = dallas.filter(({ robocall }) => robocall === "Y")
const [[busiest, itsCalls] = ["", 0]] = tally(dallas.map(({ number }) => number).filter((number) => number !== ""))
const atNoon = dallas.filter(({ created }) => created.startsWith("2021-07-07 12:"))
const firstAtNoon = atNoon.at(-1)
const calledOnThe6th = complaints.filter(({ called }) => called.startsWith("2021-07-06"))
// Two numbers in one field, as a consumer typed them.
const oddNumber = "8005078317;222"
const odd = complaints.find(({ number }) => number === oddNumber)
const withOdd = complaints.filter(({ created }) => created === odd?.created)
const newest = complaints.slice(0, 50)
const [[ofTicket, itsRows] = ["", 0]] = tally(newest.map(({ number }) => number).filter((number) => number !== ""))
const asInTicket = ofTicket.replace(/^(\d{3})(\d{3})(\d{4})$/, "+1 $1-$2-$3")

const inLine = /"companyPhoneNumber":(?:null|"([^"]*)"),"createdDate":"([^"]*)"/g

/** Whether NDJSON contains exactly these complaints, each number as it was reported. */
const holds = (content: string, wanted: typeof complaints): boolean => {
  const found = Array.from(content.matchAll(inLine), ([, number = "", created]) => `${created} ${number}`).toSorted()
  return (
    found.join("\n") ===
    wanted
      .map(({ created, number }) => `${created} ${number}`)
      .toSorted()
      .join("\n")
  )
}

/** A compliance engineer of a telephone company in Dallas, who maintains a call blocker and has a limit of 40 requests an hour. */
export const complianceEngineer: Journey = {
  person: "compliance engineer",
  tasks: [
    task(
      "The key from the vault is not taken. What is wrong with it?",
      serves("with a limit of 40 requests an hour", {
        apiKeys: [goodKey],
        rateLimit: { limit: 40, window: "1 hour" }
      }),
      opensService(100, 30, expiredKey),
      sees("403 API KEY REJECTED", "Check PUBLIC_RECORDS_API_KEY", "K another key")
    ),
    task(
      "I type another one, while a colleague looks over my shoulder.",
      presses("K", goodKey),
      sees(`Key: ${"•".repeat(goodKey.length)}`),
      presses("Enter"),
      sees(`50 of ${total} loaded`, "key: typed in"),
      neverShows("the expired key", expiredKey),
      neverShows("the key", goodKey)
    ),
    task(
      "How many requests do I have, and how many are left?",
      presses("i"),
      sees("used 1 request in the last hour", "remaining 39", "limit 40"),
      presses("Esc"),
      noLongerSees("STATUS")
    ),
    task(
      "What was reported from area code 214?",
      presses("f", "Tab", "area", "Tab", "21"),
      sees("three digits"),
      presses("4"),
      sees("Sends: GET dnc-complaints?area_code=214"),
      presses("Enter"),
      sees("area code 214", `50 of ${count(dallas)} loaded`)
    ),
    task(
      "Only the robocalls of it, please. The service cannot, I hear.",
      presses("f", "Tab", "robo"),
      sees("at most one", "Sends: GET dnc-complaints?is_robocall=true"),
      presses("Esc"),
      noLongerSees("FILTER"),
      presses("L"),
      sees("LOAD ALL COMPLAINTS", `${Math.ceil(dallas.length / 50) - 1} more requests`, "38 requests are left"),
      presses("Enter"),
      sees(dallasLoaded),
      presses("3"),
      sees(`yes ${robocalls.length}`)
    ),
    task(
      "Which number do our customers complain of most, in digits, for the block list?",
      presses("Tab", "Tab", "Tab"),
      sees(`▶ ${written(busiest)} ${itsCalls}`),
      presses("Enter", "Esc"),
      sees(`${itsCalls} shown`),
      presses("y", "digits", "Enter"),
      sees(`digits ${busiest}`),
      has("the digits and nothing else", (text) => text === busiest)
    ),
    task(
      "The trunk failed between noon and one. Which complaints came in then, in their order?",
      presses("Esc", "f", "created b", "Tab", "2021-07-07 12:00:00", "Tab", "2021-07-07 12:59:59"),
      presses("Tab", "Tab", "Tab", "oldest", "Ctrl-S"),
      sees(`${atNoon.length} of ${atNoon.length} loaded`, "oldest first", "area code 214"),
      isStillOn(`▶ ${firstAtNoon?.created.slice(0, 16)} ${written(firstAtNoon?.number ?? "")} ${firstAtNoon?.city}`)
    ),
    task(
      "An invalid date must not reach the service.",
      presses("f", "Tab", "Ctrl-U", "2021-07-07 24:00:00", "Enter"),
      sees("✗ times go from 00:00:00 to 23:59:59", "Not applied"),
      presses("Esc"),
      noLongerSees("FILTER"),
      isStillOn(`${atNoon.length} of ${atNoon.length} loaded`)
    ),
    task(
      "Which calls were made on the 6th of July, whenever they were reported?",
      presses("f", "called o", "Tab", "2021-07-06", "Enter"),
      sees("called 2021-07-06", `50 of ${count(calledOnThe6th)} loaded`)
    ),
    task(
      "The ticket spells the number in its own way. Is it among the newest?",
      presses("x"),
      sees(`50 of ${total} loaded`),
      presses("/", asInTicket),
      sees(`1 of ${itsRows} with "${asInTicket}" in 50 loaded`),
      presses("Enter", "n"),
      sees(`2 of ${itsRows} with`, `FROM ${written(ofTicket)}`)
    ),
    task(
      "Somebody typed two numbers into one field. I must see it as it is.",
      presses("f", "created b", "Tab", "Ctrl-U", odd?.created ?? "", "Tab", "Ctrl-U", odd?.created ?? "", "Enter"),
      sees(`${withOdd.length} of ${withOdd.length} loaded`, `FROM ${oddNumber}`),
      presses("Y"),
      sees("the record as JSON"),
      has("the number as it was reported", (text) => text.includes(`"companyPhoneNumber": "${oddNumber}"`))
    ),
    task(
      "Does another program get the same answer with the same request?",
      presses("f", "any", "Tab", "area", "Tab", "Ctrl-U", "214", "Tab", "newest", "Enter"),
      sees("area code 214 · newest first", `50 of ${count(dallas)} loaded`),
      presses("c"),
      sees("the request as curl, without the key"),
      sendsTheCopied(goodKey, `a total of ${dallas.length}`, (answer) =>
        answer.includes(`"records-total":${dallas.length}`)
      )
    ),
    task(
      "All of it into the blocker's feed, exactly as it was reported.",
      presses("e"),
      sees(`all records as NDJSON ${Math.floor(dallas.length / 50) + 1} requests`),
      presses("all records as NDJSON", "Enter", "feed.ndjson", "Enter"),
      sees(`Wrote all ${count(dallas)} complaints`),
      hasFile("feed.ndjson", "every complaint of area code 214 once", (content) => holds(content, dallas))
    ),
    task(
      "Again, over yesterday's file? It must not be lost.",
      presses("e", "NDJSON, unmodified", "Enter", "feed.ndjson", "Enter"),
      sees("A file with that name already exists"),
      presses("Esc"),
      noLongerSees("A file with that name"),
      hasFile("feed.ndjson", "what was in it", (content) => holds(content, dallas))
    ),
    task(
      "The whole day would be good. Can I afford it?",
      presses("x"),
      sees(`50 of ${total} loaded`),
      presses("L"),
      sees(`${Math.ceil(complaints.length / 50) - 1} more requests`, /\d\d requests are left/, "about 7 h"),
      presses("cancel", "Enter"),
      noLongerSees("LOAD ALL"),
      isStillOn(`50 of ${total} loaded`)
    ),
    task(
      "The service says that I am too fast. Must I do anything?",
      meets({ on: { path }, do: "status", status: 429, retryAfter: 1 }),
      presses(":", "go to row", "Enter", "5000", "Enter"),
      sees("next in 00:01"),
      sees(`row 5,000 of ${total}`, `100 of ${total} loaded`)
    ),
    task(
      "And when it stumbles?",
      meets({ on: { path }, do: "status", status: 503 }),
      meets({ on: { path }, do: "truncate" }),
      presses(":", "go to row", "Enter", "10000", "Enter"),
      sees(`row 10,000 of ${total}`, `150 of ${total} loaded`)
    ),
    task(
      "The line to the service is cut. What do I still have?",
      isCutOff(),
      presses("r"),
      sees("SERVICE UNAVAILABLE", "The 150 loaded rows are still here", "○ offline", "r now"),
      presses("g", "/", asInTicket, "Enter"),
      sees(`▶ ${newest.find(({ number }) => number === ofTicket)?.created.slice(0, 16)} ${written(ofTicket)}`)
    ),
    task(
      "It is back, somebody says. I do not wait for the next look.",
      isBackOnline(),
      presses("r"),
      noLongerSees("SERVICE UNAVAILABLE"),
      sees(`50 of ${total} loaded`, "●")
    ),
    task(
      "On the telephone in the server room: what matters fits, and I can leave.",
      resizes(40, 12),
      sees("CREATED FROM ROBO"),
      presses("q"),
      isBackAtTheShell(),
      neverShows("the key", goodKey)
    )
  ]
}
