import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ReferenceServer } from "../src/index.ts"
import { ask, at, data, said } from "./asking.ts"

const complaints = "/v0/dnc-complaints"
const notices = "/v0/hsr-early-termination-notices"

const unlimited = { rateLimit: "off" } as const
const documented = ReferenceServer.layerInProcess(unlimited)
const live = ReferenceServer.layerInProcess({ ...unlimited, profile: "live" })

const times = (count: number, make: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => make(n)).join("&")

/** Queries that the complaints' rules refuse in any profile: decision 8. */
const badWindows = ["-1", "1.5", "1e3", "0x10", "abc", "%EF%BC%95", "5%00", "%2B5", "--1", "[]", "Infinity", "1,000"]

/** Queries that only the documented profile refuses, and what its sentence names: decisions 9, 10 and 19. */
const brokenRules: ReadonlyArray<readonly [string, string]> = [
  ["city=Columbus", "city"],
  ["state=Ohio&area_code=216", "state, area_code"],
  ["created_date_from=2021-07-07", "created_date_to"],
  ["created_date=2021-07-07&state=Ohio", "created_date"],
  ["violation_date=2021-07-07&violation_date_from=2021-07-07&violation_date_to=2021-07-07", "violation_date"],
  ["created_date=2021-02-30", "created_date"],
  ["created_date=0000-00-00", "created_date"],
  ["created_date=%222021-07-07", "created_date"],
  ["created_date=__proto__", "created_date"],
  ["created_date_from=2021-07-07%2024:00:00&created_date_to=2021-07-08", "created_date_from"],
  ["area_code=-216", "area_code"],
  ["area_code=2.16e2", "area_code"],
  ["is_robocall=maybe", "is_robocall"],
  ["is_robocall=%zz", "is_robocall"],
  ["sort_order=UP", "sort_order"],
  ["sort_order=constructor", "sort_order"]
]

/** Queries of notices that are refused in both profiles, and what the sentence names: decisions 7, 8, 15 and 17. */
const badNotices: ReadonlyArray<readonly [string, string]> = [
  ...["0", ...badWindows, "", "%00"].map((value) => [`page[limit]=${value}`, "page[limit]"] as const),
  ...[...badWindows, "", "%"].map((value) => [`page[offset]=${value}`, "page[offset]"] as const),
  ["filter=x", "filter[<field>]"],
  ["filter[]=x", "filter[<field>]"],
  ["filter[title=x", "filter[<field>]"],
  ["filter[[title]]=x", "filter[<field>]"],
  [`filter${"[".repeat(2_000)}=x`, "filter[<field>]"],
  [`filter${"[a]".repeat(2_000)}=x`, "no member"],
  ["filter[__proto__]=x", "__proto__"],
  ["filter[__proto__][value]=x", "__proto__"],
  ["filter[constructor][condition][path]=constructor&filter[constructor][condition][value]=x", "constructor"],
  ["filter[title][__proto__]=x", "__proto__"],
  ["filter[title][value][__proto__]=x", "__proto__"],
  ["filter[nonsense][value]=x", "nonsense"],
  ["filter[title][operator]=toString&filter[title][value]=x", "toString"],
  ["filter[date][condition][path]=date&filter[date][condition][operator]===&filter[date][condition][value]=x", "=="],
  ["filter[title][operator]=CONTAINS", "missing a value"],
  ["filter[created][operator]=%3E%3D&filter[created][value]=yesterday", "date and time"],
  ["filter[a][condition][path]=title&filter[a][condition][value]=x&filter[a][condition][memberOf]=b", "no member"],
  ["filter[g][group][conjunction]=OR", "no member"],
  [times(101, (n) => `filter[f${n}][value]=x`), "at most 100"],
  [`filter[title][value]=${Array.from({ length: 101 }, (_, n) => `w${n}`).join("+")}`, "at most 100"],
  ["sort[a][direction]=ASC&sort[b][path]=title", "sort"],
  ["sort[a][path]=__proto__", "__proto__"],
  ["sort[a]=title", "sort[<name>][path]"],
  ["sort=", "sort"],
  ["sort=-", "sort"],
  [`sort=${"title,".repeat(1_000)}`, "at most 8"],
  [times(9, (n) => `sort[s${n}][path]=title`), "at most 8"],
  ["sort[a][path]=title&sort[a][direction]=SIDEWAYS", "ASC or DESC"]
]

/** Queries that look bad and are answered: unknown parameters are ignored, odd values match nothing. */
const harmless: ReadonlyArray<readonly [string, number]> = [
  [`${complaints}?offset=99999999999999999999999`, 0],
  [`${complaints}?offset=${"9".repeat(400)}`, 0],
  [`${complaints}?items_per_page=99999999999999999999999`, 50],
  [`${complaints}?items_per_page=000000000000000000000000000007`, 7],
  [`${complaints}?items_per_page=-1&items_per_page=2`, 2],
  [`${complaints}?ITEMS_PER_PAGE=x&Offset=-1`, 50],
  [`${complaints}?%=%&%zz=%zz&%ff=%ff&=&&&=x`, 50],
  [`${complaints}?__proto__=x&constructor[prototype]=y&toString`, 50],
  [`${complaints}?x=${"[".repeat(2_000)}`, 50],
  [`${complaints}?state=__proto__`, 0],
  [`${complaints}?state=%00`, 0],
  [`${complaints}?state=%ed%a0%80`, 0],
  [`${complaints}?state=${"x".repeat(8_000)}`, 0],
  [`${complaints}?created_date_from=2021-07-08&created_date_to=2021-07-07`, 0],
  [`${notices}?page[offset]=99999999999999999999999`, 0],
  [`${notices}?page[limit]=51`, 50],
  [`${notices}?filter${"]".repeat(2_000)}=x`, 50],
  [`${notices}?filter[title][value]=${'"'.repeat(1_000)}&page[limit]=1`, 1],
  [`${notices}?filter[title][value]=%00`, 3_002],
  [`${notices}?filter[id][value]=__proto__`, 0],
  [`${notices}?unknown[deep][er]=x&page[limit]=3`, 3]
]

const unknownIds = ["__proto__", "constructor", "%00", "%", "%zz", "%ff", "..%2f", "x".repeat(8_000), "%F0%9F%98%80"]

describe("a malformed query", () => {
  layer(documented)("in the profile documented", (it) => {
    for (const [query, named] of brokenRules) {
      it.effect(`of complaints, ${query}, is 400 with the rule`, () =>
        Effect.gen(function* () {
          const asked = yield* ask(`${complaints}?${query}`)
          assert.strictEqual(asked.status, 400)
          assert.strictEqual(at(asked.json, "error", "code"), "INVALID_PARAMETERS")
          assert.include(said(asked), named)
        })
      )
    }
  })

  layer(live)("in the profile live", (it) => {
    for (const [query] of brokenRules) {
      it.effect(`of complaints, ${query}, is 200`, () =>
        Effect.gen(function* () {
          assert.strictEqual((yield* ask(`${complaints}?${query}`)).status, 200)
        })
      )
    }
  })

  for (const [profile, server] of [
    ["documented", documented],
    ["live", live]
  ] as const) {
    layer(server)(`in the profile ${profile}`, (it) => {
      for (const name of ["offset", "items_per_page"]) {
        it.effect(`of complaints, with an ${name} that is none, is 400`, () =>
          Effect.gen(function* () {
            for (const value of name === "offset" ? badWindows : ["0", ...badWindows]) {
              const asked = yield* ask(`${complaints}?${name}=${value}`)
              assert.strictEqual(asked.status, 400, value)
              assert.strictEqual(at(asked.json, "error", "code"), "INVALID_PARAMETERS")
              assert.include(said(asked), name)
            }
          })
        )
      }

      it.effect("of notices is 400 in Drupal's envelope", () =>
        Effect.gen(function* () {
          for (const [query, named] of badNotices) {
            const asked = yield* ask(`${notices}?${query}`)
            if (profile === "documented" && query.startsWith("sort[a][direction]")) continue
            assert.strictEqual(asked.status, 400, query)
            assert.strictEqual(at(asked.json, "errors", 0, "status"), "400")
            assert.include(said(asked), named)
          }
        })
      )

      it.effect("that only looks bad is answered", () =>
        Effect.gen(function* () {
          for (const [path, records] of harmless) {
            const asked = yield* ask(path)
            assert.strictEqual(asked.status, 200, path)
            assert.isAtMost(data(asked).length, records, path)
            if (records <= 50) assert.strictEqual(data(asked).length, records, path)
          }
        })
      )

      it.effect("for an id that is none is 404, in the envelope of its collection", () =>
        Effect.gen(function* () {
          for (const id of unknownIds) {
            const complaint = yield* ask(`${complaints}/${id}`)
            assert.strictEqual(complaint.status, 404, id)
            assert.strictEqual(at(complaint.json, "error", "code"), "NOT_FOUND")
            const notice = yield* ask(`${notices}/${id}`)
            assert.strictEqual(notice.status, 404, id)
            assert.strictEqual(at(notice.json, "errors", 0, "status"), "404")
          }
        })
      )

      it.effect("too long by a character is 414, and by any number of them", () =>
        Effect.gen(function* () {
          const long = (length: number) => `${complaints}?x=`.padEnd(length, "[")
          assert.strictEqual((yield* ask(long(8_192))).status, 200)
          for (const length of [8_193, 100_000, 1_000_000]) {
            const asked = yield* ask(long(length))
            assert.strictEqual(asked.status, 414)
            assert.strictEqual(at(asked.json, "error", "code"), "URI_TOO_LONG")
          }
        })
      )
    })
  }

  it("changes no prototype", () => {
    assert.deepStrictEqual(Object.keys(Object.prototype), [])
  })
})
