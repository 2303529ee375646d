import { afterEach, assert, describe, it } from "@effect/vitest"
import {
  BadRequest,
  CircuitOpen,
  DeadlineExceeded,
  InvalidOptions,
  InvalidQuery,
  KeyMissing,
  KeyRejected,
  NotFound,
  PublicRecordsError,
  RateLimited,
  RedirectRefused,
  Unavailable,
  UnexpectedAnswer,
  WalkStalled,
  type Reason
} from "@public-records/core"
import { Effect } from "effect"
import { screenAtom } from "../src/drawing/screen.ts"
import { closeSessions } from "./browsing.ts"
import { fakeService } from "./fakeRecords.ts"
import { localForReports, opened } from "./openSession.ts"

afterEach(closeSessions)

const failingWith = (reason: PublicRecordsError["reason"], from = 1) => ({
  before: (count: number) =>
    count < from ? Effect.void : Effect.fail(new PublicRecordsError({ operation: "List complaints", reason }))
})

type Session = Awaited<ReturnType<typeof opened>>

/** Returns the lines of the failure panel without its frame. */
const panelOf = ({ screenOn }: Session, columns: number, rows = 30): ReadonlyArray<string> => {
  const lines = screenOn(columns, rows)
  const from = lines.findIndex((line) => line.startsWith("┌─ ✗"))
  return lines.slice(from, -3).map((line) => line.replaceAll(/^┌─ | ─+┐$|^│ |│$/g, "").trimEnd())
}

describe("the panel of a failure", () => {
  const advised = new Unavailable({ detail: "its certificate is not trusted", advice: "Name it with --ca." })

  it.each([
    [
      new KeyMissing(),
      "✗ NO KEY",
      /There is no API key\. Get one at \S+ and set PUBLIC_RECORDS_API_KEY\.$/,
      /^K enter a key/
    ],
    [
      new KeyRejected({ detail: "" }),
      "✗ 403 API KEY REJECTED",
      / Check PUBLIC_RECORDS_API_KEY, or get a key at /,
      /^K another key/
    ],
    [
      advised,
      "✗ SERVICE UNAVAILABLE",
      /its certificate is not trusted.* Name it with --ca\.$/,
      /^r retry · Esc close$/
    ],
    [new NotFound({ id: "1" }), "✗ NOT FOUND", /^There is no record with the id/, /^Esc close$/]
  ])("has a title, a message and keys: %s", async (reason, title, message, keys) => {
    const [shownTitle, first = "", second = "", third, shownKeys = ""] = panelOf(await opened(failingWith(reason)), 100)
    assert.strictEqual(shownTitle, title)
    assert.match(`${first} ${second}`.trim(), message)
    assert.strictEqual(third, "")
    assert.match(shownKeys, keys)
  })

  const later = new Date(Date.now() + 600_000)

  it.each([
    [new InvalidQuery({ problems: [{ field: "state", rule: "?" }] }), "INVALID FILTER", "f edit the filter", "●"],
    [new InvalidOptions({ message: "?" }), "INVALID SETTING", "q quit · then fix the setting", "●"],
    [new KeyMissing(), "NO KEY", "K enter a key · q quit", "●"],
    [new KeyRejected({ detail: "" }), "403 API KEY REJECTED", "K another key · q quit", "●"],
    [new RateLimited({ by: "service", nextTryAt: later, detail: "" }), "429 RATE LIMIT", "Retrying", "●"],
    [new Unavailable({ detail: "?" }), "SERVICE UNAVAILABLE", "Retrying", "○"],
    [advised, "SERVICE UNAVAILABLE", "r retry", "○"],
    [new CircuitOpen({ nextTryAt: later }), "REQUESTS PAUSED", "Retrying", "○"],
    [new DeadlineExceeded({ detail: "?" }), "TIMED OUT", "Retrying", "○"],
    [new UnexpectedAnswer({ detail: "?" }), "UNEXPECTED RESPONSE", "r retry", "●"],
    [new BadRequest({ status: 400, detail: "?" }), "REQUEST REJECTED", "f edit the filter", "●"],
    [new RedirectRefused({ location: "?" }), "REDIRECT BLOCKED", "q quit · then fix the base URL", "●"],
    [new WalkStalled({ offset: 0 }), "NO NEW RECORDS", "r retry", "●"],
    [new NotFound({ id: "1" }), "NOT FOUND", "Esc close", "●"]
  ])(
    "says what failed, what the user can do, and whether the service was reached: %s",
    async (reason, title, keys, sign) => {
      const session = await opened(failingWith(reason))
      const panel = panelOf(session, 100)
      assert.strictEqual(panel[0], `✗ ${title}`)
      const ends = keys === "Retrying" ? / in \d\d:\d\d · r now · Esc stop$/ : /^(?: · Esc close)?$/
      assert.match(panel.at(-1)?.replace(keys, "") ?? "", ends)
      const account = session.screenOn(100, 30).at(-1) ?? ""
      assert.strictEqual(account.slice(0, 12), sign === "○" ? " ○ offline ·" : ` ● ${account.slice(3, 12)}`)
    }
  )

  it("has a short message if the long one does not fit", async () => {
    const session = await opened(failingWith(new KeyRejected({ detail: "API_KEY_INVALID" })))
    assert.strictEqual(panelOf(session, 40)[1], "Check PUBLIC_RECORDS_API_KEY.")
    assert.match(panelOf(session, 80)[1] ?? "", /^The service did not accept the API key/)
    assert.match(panelOf(session, 80, 15)[1] ?? "", /^The service did not accept the API key/)
    assert.strictEqual(panelOf(session, 60, 15)[1], "Check PUBLIC_RECORDS_API_KEY.")
  })

  it("says what to do about the key only if its limit is reached", async () => {
    const keyAdvice = "DEMO_KEY has a low limit. Your own key is free: https://api.data.gov/signup/."
    const withAdvice = (reason: Reason) => opened({}, fakeService(failingWith(reason), { keyAdvice }))
    const limited = await withAdvice(new RateLimited({ by: "service", nextTryAt: later }))
    for (const [columns, rows] of [
      [100, 30],
      [60, 20]
    ] as const) {
      assert.include(panelOf(limited, columns, rows).join(" ").replaceAll(/ +/g, " "), keyAdvice)
    }
    const own = await opened(failingWith(new RateLimited({ by: "service", nextTryAt: later })))
    assert.notInclude(panelOf(own, 100).join(" "), "api.data.gov")
    const other = await withAdvice(new Unavailable({ detail: "?" }))
    assert.notInclude(panelOf(other, 100).join(" "), "api.data.gov")
  })

  it("says that loaded rows stay", async () => {
    const session = await opened(failingWith(advised, 2))
    await session.after("G")
    assert.match(panelOf(session, 100).join(" "), / The 50 loaded rows are still here\./)
    assert.notMatch(panelOf(await opened(failingWith(advised)), 100).join(" "), /still here/)
  })

  it("is about local records, or about the filter", async () => {
    for (const [reason, title, message] of [
      [
        new Unavailable({ detail: "The mirror /m.db is damaged." }),
        "✗ MIRROR CANNOT BE READ",
        "The mirror /m.db is damaged."
      ],
      [new InvalidQuery({ problems: [{ field: "number", rule: "Too short." }] }), "✗ INVALID FILTER", "Too short."]
    ] as const) {
      const session = await opened({}, localForReports({}, failingWith(reason)))
      const [shownTitle, shown = ""] = panelOf(session, 100)
      assert.strictEqual(shownTitle, title)
      assert.include(shown, message)
    }
  })

  it("replaces the detail, also in the insights, from six lines", async () => {
    const session = await opened(failingWith(new WalkStalled({ offset: 0 })))
    assert.notInclude(session.screenOn(100, 30).join(""), "DETAIL")
    await session.after("3")
    assert.strictEqual(panelOf(session, 100)[0], "✗ NO NEW RECORDS")
    assert.include(session.screenOn(100, 6).join(""), "✗ NO NEW RECORDS")
    assert.notInclude(session.screenOn(100, 5).join(""), "✗")
  })
})

describe("a row", () => {
  it("has a role for its state", async () => {
    const { after, registry, screenOn } = await opened({ rejected: 2, reportsTotal: false })
    await after(":go to row\r50\r")
    screenOn(100, 16)
    const roles = registry.get(screenAtom).lines.flatMap((spans) => {
      const [, row] = spans
      return /^[▶ ] ./.test(row?.text ?? "") ? [`${row?.role}: ${row?.text.slice(2, 18).trim()}`] : []
    })
    assert.includeMembers(roles, ["plain: 2021-07-07 23:59", "selected: ⚠ invalid record", "warning: ⚠ invalid record"])
  })
})
