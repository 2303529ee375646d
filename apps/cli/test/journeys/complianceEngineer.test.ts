import { assert, describe, it } from "@effect/vitest"
import { startReferenceServer, type StartOptions } from "@public-records/server"
import { temporaryFolder } from "@public-records/testing/drivers/SampleService"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { openProgram, tabs } from "./program.ts"
import { complaints, count, distinct, tally, written } from "./sampleDay.ts"

const expiredKey = "expired-key-of-last-year-0123456789"
const goodKey = "good-key-for-the-switch-9876543210"
const path = "/v0/dnc-complaints"

const firstPage = `50 of ${count(complaints)} loaded`
const dallas = complaints.filter(({ areaCode }) => areaCode === "214")
const reported = distinct(dallas)
const robocalls = reported.filter(({ robocall }) => robocall === "Y")
const [[busiest, itsCalls] = ["", 0]] = tally(reported.map(({ number }) => number).filter((number) => number !== ""))
const atNoon = dallas.filter(({ created }) => created.startsWith("2021-07-07 12:"))
const firstAtNoon = atNoon.at(-1)
// Two numbers in one field, as a consumer typed them.
const oddNumber = "8005078317;222"
const oddTime = complaints.find(({ number }) => number === oddNumber)?.created ?? ""
const newest = complaints.slice(0, 50)
const [[ofTicket, itsRows] = ["", 0]] = tally(newest.map(({ number }) => number).filter((number) => number !== ""))
const asInTicket = ofTicket.replace(/^(\d{3})(\d{3})(\d{4})$/, "+1 $1-$2-$3")

const serving = (options: StartOptions) =>
  Effect.acquireRelease(
    Effect.promise(() => startReferenceServer(options)),
    (server) => Effect.promise(() => server.close())
  )

describe("a compliance engineer in Dallas, who maintains a call blocker", () => {
  it.live("replaces a rejected key, spends few of 40 requests an hour, and survives what a service does", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const limited: StartOptions = { apiKeys: [goodKey], rateLimit: { limit: 40, window: "1 hour" } }
      const server = yield* serving(limited)
      const { clipboard, press, quit, resize, sees, sent } = yield* openProgram({
        folder,
        size: [100, 30],
        args: ["tui", "--base-url", server.url, "--allow-http"],
        environment: { PUBLIC_RECORDS_API_KEY: expiredKey }
      })

      // The key from the vault is not taken. I type another one, while a colleague looks over my shoulder.
      yield* sees("403 API KEY REJECTED", "Check PUBLIC_RECORDS_API_KEY", "K another key")
      yield* press(["K", goodKey], `Key: ${"•".repeat(goodKey.length)}`)
      yield* press(["Enter"], firstPage, "key: typed in")
      yield* press(["i"], "used 1 request in the last hour", "remaining 39", "limit 40")
      yield* press(["Esc"], { gone: "STATUS" })

      // What was reported from area code 214, how many were robocalls, and which number is reported most?
      yield* press(["f", ...tabs(9), "21"], "three digits")
      yield* press(["4"], "Sends: GET dnc-complaints?area_code=214")
      yield* press(["Enter"], "area code 214", `50 of ${count(dallas)} loaded`)
      yield* press(["L"], `${Math.ceil(dallas.length / 50) - 1} more requests`, "38 requests are left")
      yield* press(["Enter"], `${count(dallas)} of ${count(dallas)} loaded`)
      yield* press(["3"], `robocall ${robocalls.length}`)
      yield* press(["Tab", "Tab", "Tab"], `▶ ${written(busiest)} ${itsCalls}`)
      yield* press(["Enter"], "The service cannot filter by this. A mirror can: press M.")
      yield* press(["Esc", "/", busiest, "Enter"], `FROM ${written(busiest)}`)
      yield* press(["y", "digits", "Enter"], `digits ${busiest}`)
      assert.strictEqual(clipboard(), busiest)

      // The trunk failed between noon and one. Which complaints came in then, in their order?
      yield* press(["Esc", "f", "2021-07-07 12:00:00", "Tab", "2021-07-07 12:59:59"])
      const allAtNoon = `${atNoon.length} of ${atNoon.length} loaded`
      yield* press([...tabs(11), "oldest", "Ctrl-S"], allAtNoon, "oldest first", "area code 214")
      yield* sees(`▶ ${firstAtNoon?.created.slice(0, 16)} ${written(firstAtNoon?.number ?? "")} ${firstAtNoon?.city}`)
      yield* press(["f", "Tab", "Ctrl-U", "2021-07-07 24:00:00", "Enter"], "times go from 00:00:00", "Not applied")
      yield* press(["Esc"], { gone: "FILTER" })
      yield* sees(allAtNoon)

      // The ticket spells the number in its own way. And somebody typed two numbers into one field.
      yield* press(["x"], firstPage)
      yield* press(["/", asInTicket], `1 of ${itsRows} with "${asInTicket}" in 50 loaded`)
      yield* press(["Enter", "n"], `2 of ${itsRows} with`, `FROM ${written(ofTicket)}`)
      yield* press(["f", "Ctrl-U", oddTime, "Tab", "Ctrl-U", oddTime, "Enter"], `FROM ${oddNumber}`)
      yield* press(["Y"], "the record as JSON")
      assert.strictEqual(JSON.parse(clipboard()).companyPhoneNumber, oddNumber)

      // Does another program get the same answer with the same request?
      yield* press(
        ["f", "Ctrl-U", "Tab", "Ctrl-U", ...tabs(8), "214", ...tabs(3), "newest", "Enter"],
        "area code 214 · newest first"
      )
      yield* press(["c"], "the list as curl, for the service")
      const inCurl = /^curl --globoff --header "X-Api-Key: \$PUBLIC_RECORDS_API_KEY" '([^']+)'$/
      const url = inCurl.exec(clipboard())?.[1] ?? assert.fail(clipboard())
      const headers = { "X-Api-Key": goodKey }
      const answer = yield* Effect.promise(() => fetch(url, { headers }).then((response) => response.text()))
      assert.include(answer, `"records-total":${dallas.length}`)

      // All of it into the blocker's feed, exactly as it was reported. Yesterday's file must not be lost.
      yield* press(["e"], `all records as NDJSON ${Math.floor(dallas.length / 50) + 1} requests`)
      const wroteAll = `Wrote all ${count(dallas)} complaints`
      yield* press(["all records as NDJSON", "Enter", "feed.ndjson", "Enter"], wroteAll)
      const inFeed = () =>
        readFileSync(join(folder, "feed.ndjson"), "utf8")
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line))
          .map(({ companyPhoneNumber, createdDate }) => `${createdDate} ${companyPhoneNumber ?? ""}`)
          .toSorted()
      const inDallas = dallas.map(({ created, number }) => `${created} ${number}`).toSorted()
      assert.deepStrictEqual(inFeed(), inDallas)
      yield* press(["e", "NDJSON, unmodified", "Enter", "feed.ndjson", "Enter"], "A file with that name already exists")
      yield* press(["Esc"], { gone: "A file with that name" })
      assert.deepStrictEqual(inFeed(), inDallas)

      // The whole day would be good. Can I afford it?
      yield* press(["x"], firstPage)
      yield* press(["L"], `${Math.ceil(complaints.length / 50) - 1} more requests`, /\d\d requests are left/)
      yield* press(["cancel", "Enter"], { gone: "LOAD ALL" })

      // The service says that I am too fast, then stumbles, then is gone, and comes back.
      server.faults.next({ on: { path }, do: "status", status: 429, retryAfter: 1 })
      yield* press([":", "go to row", "Enter", "5000", "Enter"], "next in 00:01")
      yield* sees("row 5,000 of", `100 of ${count(complaints)} loaded`)
      server.faults.next({ on: { path }, do: "status", status: 503 })
      server.faults.next({ on: { path }, do: "truncate" })
      yield* press([":", "go to row", "Enter", "10000", "Enter"], "row 10,000 of", `150 of ${count(complaints)} loaded`)
      yield* Effect.promise(() => server.close())
      yield* press(["r"], "SERVICE UNAVAILABLE", "The 150 loaded rows are still here", "○ offline", "r now")
      const first = newest.find(({ number }) => number === ofTicket)?.created.slice(0, 16)
      yield* press(["g", "/", asInTicket, "Enter"], `▶ ${first} ${written(ofTicket)}`)
      yield* serving({ ...limited, port: Number(new URL(server.url).port) })
      yield* press(["r"], { gone: "SERVICE UNAVAILABLE" }, firstPage, "●")

      yield* resize(40, 12, "CREATED FROM ROBO")
      yield* quit
      for (const key of [expiredKey, goodKey]) assert.notInclude(sent(), key)
    }).pipe(Effect.scoped)
  )
})
