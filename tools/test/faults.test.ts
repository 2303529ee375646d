import { assert, describe, it } from "@effect/vitest"
import { type Fault, type ProfileName } from "@public-records/server"
import { Effect } from "effect"
import { temporaryFolder } from "@public-records/testing/drivers/SampleService"
import { findViolations } from "../soak/verifyRun.ts"
import { run } from "../soak/Run.ts"
import { faultFreeSchedule } from "./faultFreeSchedule.ts"
import { type Schedule } from "../soak/Schedule.ts"
import { endName } from "../soak/schedules.ts"

const kinds: ReadonlyArray<readonly [name: string, fault: Fault, end: string]> = [
  ["503", { do: "status", status: 503 }, "Done"],
  ["503 with Retry-After", { do: "status", status: 503, retryAfter: 30 }, "Done"],
  ["429 with Retry-After", { do: "status", status: 429, retryAfter: 119 }, "Done"],
  ["429 with Retry-After above the cap", { do: "status", status: 429, retryAfter: 121 }, "RateLimited"],
  ["429 with a date", { do: "status", status: 429, retryAfter: "Mon, 02 Jun 2025 16:01:30 GMT" }, "Done"],
  ["429 with garbage", { do: "status", status: 429, retryAfter: "soon" }, "Done"],
  ["408", { do: "status", status: 408 }, "Done"],
  ["400", { do: "status", status: 400 }, "BadRequest"],
  ["403", { do: "status", status: 403 }, "UnexpectedAnswer"],
  ["JSON of another shape", { do: "status", status: 200 }, "UnexpectedAnswer"],
  [
    "a redirect elsewhere",
    { do: "status", status: 302, headers: { Location: "https://elsewhere.invalid/" } },
    "RedirectRefused"
  ],
  ["a delay", { do: "delay", ms: 5_000 }, "Done"],
  ["a delay that is too long", { do: "delay", ms: 31_000 }, "Done"],
  ["a stall", { do: "stall" }, "Done"],
  ["a body cut short", { do: "truncate" }, "Done"],
  ["a connection cut", { do: "reset" }, "Done"],
  ["broken JSON", { do: "malformed" }, "Done"],
  ["a web page", { do: "html" }, "Done"],
  ["a web page with status 200", { do: "html", status: 200 }, "Done"],
  ["an overlap", { do: "overlap" }, "Done"],
  ["a record twice", { do: "duplicate" }, "Done"],
  ["an arrival", { do: "mutate" }, "Done"]
]

// 150 records in pages of 50: the fourth request is the closing one, whose page is empty.
const pages = { first: 1, middle: 2, last: 3, closing: 4 }

/** Returns both profiles if the fault changes pages, because they report different totals. */
const profilesFor = (fault: Fault): ReadonlyArray<ProfileName> =>
  ["overlap", "duplicate", "mutate"].includes(fault.do) ? ["documented", "live"] : ["documented"]

const schedulesOf = (fault: Fault): ReadonlyArray<Schedule> =>
  Object.values(pages).flatMap((page) => {
    const faults = { seed: 1, faults: [{ on: { requests: [page] }, ...fault }] }
    return profilesFor(fault).flatMap((profile): ReadonlyArray<Schedule> => [
      Object.assign({}, faultFreeSchedule, { profile, faults }),
      Object.assign({}, faultFreeSchedule, { profile, faults, collection: "notices" as const })
    ])
  })

describe("one fault at each page of a walk, in both collections", () => {
  for (const [name, fault, end] of kinds) {
    it.live(`${name}: ${end === "Done" ? "every record once" : end}`, () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        for (const schedule of schedulesOf(fault)) {
          const done = yield* Effect.promise(() => run(schedule, folder))
          assert.deepStrictEqual(findViolations(done), [], JSON.stringify(schedule))
          assert.strictEqual(endName(done), end, JSON.stringify(schedule))
        }
      }).pipe(Effect.scoped)
    )

    it.live(`${name} at every request: the end says so`, () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        for (const collection of ["complaints", "notices"] as const) {
          const faults = { seed: 1, faults: [fault] }
          const done = yield* Effect.promise(() => run({ ...faultFreeSchedule, collection, faults }, folder))
          assert.deepStrictEqual(findViolations(done), [], JSON.stringify(done.schedule))
        }
      }).pipe(Effect.scoped)
    )
  }
})
