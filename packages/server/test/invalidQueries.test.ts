import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ReferenceServer } from "../src/index.ts"
import { sendRequest, at, data, errorMessage } from "./requests.ts"

const complaints = "/v0/dnc-complaints"
const notices = "/v0/hsr-early-termination-notices"

const unlimited = { rateLimit: "off" } as const
const documented = ReferenceServer.layerInProcess(unlimited)
const live = ReferenceServer.layerInProcess({ ...unlimited, profile: "live" })

const times = (count: number, make: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => make(n)).join("&")

/** Values that both profiles reject as an offset or a page size. **Source** docs/api.md, statements 20 and 26. */
const badWindows = ["-1", "1.5", "1e3", "0x10", "abc", "%EF%BC%95", "5%00", "%2B5", "--1", "[]", "Infinity", "1,000"]

/** Queries that only the profile `documented` rejects, and part of the message. **Source** docs/api.md, statements 16, 18 and 19. */
const brokenRules: ReadonlyArray<readonly [string, string]> = [
  ["created_date=0000-00-00", "created_date"],
  ["created_date=%222021-07-07", "created_date"],
  ["created_date=__proto__", "created_date"],
  ["created_date_from=2021-07-07%2024:00:00&created_date_to=2021-07-08", "created_date_from"],
  ["area_code=-216", "area_code"],
  ["area_code=2.16e2", "area_code"],
  ["is_robocall=%zz", "is_robocall"],
  ["sort_order=constructor", "sort_order"]
]

/** Queries of notices that both profiles reject, and part of the message. **Source** docs/api.md, statements 23 to 27. */
const badNotices: ReadonlyArray<readonly [string, string]> = [
  ...["0", ...badWindows, "", "%00"].map((value) => [`page[limit]=${value}`, "page[limit]"] as const),
  ...[...badWindows, "", "%"].map((value) => [`page[offset]=${value}`, "page[offset]"] as const),
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
  ["filter[title][operator]=toString&filter[title][value]=x", "toString"],
  ["filter[created][operator]=%3E%3D&filter[created][value]=yesterday", "date and time"],
  [times(101, (n) => `filter[f${n}][value]=x`), "at most 100"],
  [`filter[title][value]=${Array.from({ length: 101 }, (_, n) => `w${n}`).join("+")}`, "at most 100"],
  ["sort[a][direction]=ASC&sort[b][path]=title", "sort"],
  ["sort[a][path]=__proto__", "__proto__"],
  ["sort[a]=title", "sort[<name>][path]"],
  ["sort=", "sort"],
  ["sort=-", "sort"],
  [`sort=${"title,".repeat(1_000)}`, "at most 8"],
  ["sort[a][path]=title&sort[a][direction]=SIDEWAYS", "ASC or DESC"]
]

/** Queries that look invalid but succeed, and their number of records. Unknown parameters are ignored, odd values match nothing. */
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

const unknownIds = [
  "a%2Fb",
  "__proto__",
  "constructor",
  "%00",
  "%",
  "%zz",
  "%ff",
  "..%2f",
  "x".repeat(8_000),
  "%F0%9F%98%80"
]

describe("a malformed query", () => {
  layer(documented)("profile documented", (it) => {
    for (const [query, named] of brokenRules) {
      it.effect(`fails with 400 and names the rule for ${query}`, () =>
        Effect.gen(function* () {
          const response = yield* sendRequest(`${complaints}?${query}`)
          assert.strictEqual(response.status, 400)
          assert.strictEqual(at(response.json, "error", "code"), "INVALID_PARAMETERS")
          assert.include(errorMessage(response), named)
        })
      )
    }
  })

  layer(live)("profile live", (it) => {
    for (const [query] of brokenRules) {
      it.effect(`succeeds for ${query}`, () =>
        Effect.gen(function* () {
          assert.strictEqual((yield* sendRequest(`${complaints}?${query}`)).status, 200)
        })
      )
    }
  })

  for (const [profile, server] of [
    ["documented", documented],
    ["live", live]
  ] as const) {
    layer(server)(`profile ${profile}`, (it) => {
      for (const name of ["offset", "items_per_page"]) {
        it.effect(`fails with 400 if ${name} of complaints is invalid`, () =>
          Effect.gen(function* () {
            for (const value of name === "offset" ? badWindows : ["0", ...badWindows]) {
              const response = yield* sendRequest(`${complaints}?${name}=${value}`)
              assert.strictEqual(response.status, 400, value)
              assert.strictEqual(at(response.json, "error", "code"), "INVALID_PARAMETERS")
              assert.include(errorMessage(response), name)
            }
          })
        )
      }

      it.effect("fails with 400 in Drupal's envelope for notices", () =>
        Effect.gen(function* () {
          for (const [query, named] of badNotices) {
            const response = yield* sendRequest(`${notices}?${query}`)
            if (profile === "documented" && query.startsWith("sort[a][direction]")) continue
            assert.strictEqual(response.status, 400, query)
            assert.strictEqual(at(response.json, "errors", 0, "status"), "400")
            assert.include(errorMessage(response), named)
          }
        })
      )

      it.effect("succeeds if it only looks invalid", () =>
        Effect.gen(function* () {
          for (const [path, records] of harmless) {
            const response = yield* sendRequest(path)
            assert.strictEqual(response.status, 200, path)
            assert.isAtMost(data(response).length, records, path)
            if (records <= 50) assert.strictEqual(data(response).length, records, path)
          }
        })
      )

      it.effect("fails with 404 for an unknown id, in the envelope of its collection", () =>
        Effect.gen(function* () {
          for (const id of unknownIds) {
            const complaint = yield* sendRequest(`${complaints}/${id}`)
            assert.strictEqual(complaint.status, 404, id)
            assert.strictEqual(at(complaint.json, "error", "code"), "NOT_FOUND")
            const notice = yield* sendRequest(`${notices}/${id}`)
            assert.strictEqual(notice.status, 404, id)
            assert.strictEqual(at(notice.json, "errors", 0, "status"), "404")
          }
        })
      )
    })
  }

  it("changes no prototype", () => {
    assert.deepStrictEqual(Object.keys(Object.prototype), [])
  })
})
