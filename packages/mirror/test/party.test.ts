import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeMirror } from "./mirrors.ts"

interface Parties {
  readonly transactionNumber?: string
  readonly acquiringParty?: string
  readonly acquiredParty?: string
  readonly acquiredEntities?: ReadonlyArray<string>
  readonly updated?: string
}

const notice = (id: string, date: string, parties: Parties): string =>
  JSON.stringify({
    type: "early_termination_notice",
    id,
    title: `20210001: ${id}`,
    transactionNumber: "20210001",
    acquiringParty: "A",
    acquiredParty: "B",
    acquiredEntities: [],
    date,
    created: "2021-07-07T10:00:00+00:00",
    updated: "2021-07-07T10:00:00+00:00",
    ...parties
  })

const importNotices = Effect.gen(function* () {
  const { importText, mirror } = yield* makeMirror
  const notices = [
    notice("1", "2021-01-04", { acquiringParty: "Blockbuster, Inc." }),
    notice("3", "2021-01-05", { acquiredEntities: ["Other", "Blockbuster Inc"] }),
    notice("2", "2021-01-05", { acquiredParty: "BLOCKBUSTER 3M", updated: "2021-07-07T12:00:00+05:00" }),
    notice("4", "2021-01-06", { acquiringParty: "Block", acquiredParty: "Other", updated: "2021-07-07T06:30:00-04:00" })
  ]
  yield* importText("notices.ndjson", notices.join("\n"))
  return mirror
})

describe("party", () => {
  it.effect("finds the party in each role, the newest notice first", () =>
    Effect.gen(function* () {
      const mirror = yield* importNotices
      const { lastChanged, notices, party, readToTheEnd } = yield* mirror.party("blockbuster")
      assert.deepStrictEqual(
        party.map(({ id, role }) => `${id} ${role}`),
        ["2 acquired", "3 entity", "1 acquiring"]
      )
      assert.deepStrictEqual([notices, readToTheEnd, lastChanged], [4, false, "2021-07-07T06:30:00-04:00"])
    }).pipe(Effect.scoped)
  )

  it.effect("needs all words of the name in one party", () =>
    Effect.gen(function* () {
      const mirror = yield* importNotices
      const idsOf = (name: string) => Effect.map(mirror.party(name), ({ party }) => party.map(({ id }) => id))
      assert.deepStrictEqual(yield* idsOf("Inc. Blockbuster"), ["3", "1"])
      assert.deepStrictEqual(yield* idsOf("block other"), [])
      assert.deepStrictEqual(yield* idsOf("3M"), ["2"])
    }).pipe(Effect.scoped)
  )

  it.effect("names the first role of a party that has several", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      const acquiredEntities = ["Acme Holdings"]
      const notices = [
        notice("1", "2021-01-03", { acquiringParty: "Acme", acquiredParty: "Acme Holdings", acquiredEntities }),
        notice("2", "2021-01-02", { acquiredParty: "Acme Holdings", acquiredEntities }),
        notice("3", "2021-01-01", { acquiringParty: "Acme", acquiredEntities })
      ]
      yield* importText("notices.ndjson", notices.join("\n"))
      const rolesOf = (name: string) => Effect.map(mirror.party(name), ({ party }) => party.map(({ role }) => role))
      assert.deepStrictEqual(yield* rolesOf("acme"), ["acquiring", "acquired", "acquiring"])
      assert.deepStrictEqual(yield* rolesOf("holdings acme"), ["acquired", "acquired", "entity"])
    }).pipe(Effect.scoped)
  )

  const companies = [
    ["Nestl\u00E9 S.A.", "Nestle", "NESTLE SA", "Nestle\u0301", "nestl\u00E9 s.a."],
    ["L\u2019Or\u00E9al USA, Inc.", "L'Oreal", "LOreal", "l\u2019or\u00E9al", "Oreal"],
    ["Macy's, Inc.", "Macys", "Macy\u2019s", "Macy"],
    ["A.P. M\u00F8ller - M\u00E6rsk A/S", "AP Moller", "A. P. Moller", "a p m\u00F8ller", "Maersk"],
    ["Johnson & Johnson", "Johnson and Johnson", "johnson&johnson"],
    ["Stra\u00DFe Bau GmbH", "Strasse", "STRASSE BAU"],
    ["Amazon.com, Inc.", "amazon", "Amazon.com"],
    ["J.P.Morgan Chase & Co.", "JP Morgan", "J. P. Morgan Chase and Co"]
  ] as const

  const importNames = Effect.gen(function* () {
    const { importText, mirror } = yield* makeMirror
    const notices = companies.map(([acquiringParty], id) => notice(String(id), "2021-01-04", { acquiringParty }))
    yield* importText("notices.ndjson", notices.join("\n"))
    return mirror
  })

  it.effect("finds a name without its accents, apostrophes and stops, and & as and", () =>
    Effect.gen(function* () {
      const mirror = yield* importNames
      for (const [company, ...names] of companies) {
        for (const name of [company, ...names]) {
          const { party, withoutEnding } = yield* mirror.party(name)
          assert.deepStrictEqual([party.map((one) => one.acquiringParty), withoutEnding], [[company], null], name)
        }
      }
    }).pipe(Effect.scoped)
  )

  it.effect("finds a name without its ending in the second place", () =>
    Effect.gen(function* () {
      const mirror = yield* importNames
      for (const [name, shorter, company] of [
        ["Nestle Inc.", "Nestle", "Nestl\u00E9 S.A."],
        ["L'Oreal S.A.", "L'Oreal", "L\u2019Or\u00E9al USA, Inc."],
        ["Macys LLC", "Macys", "Macy's, Inc."],
        ["Johnson & Johnson Co., Ltd.", "Johnson & Johnson", "Johnson & Johnson"]
      ] as const) {
        const { party, similar, withoutEnding } = yield* mirror.party(name)
        assert.deepStrictEqual([withoutEnding, similar], [shorter, []], name)
        assert.deepStrictEqual(
          party.map((one) => one.acquiringParty),
          [company]
        )
      }
      // An ending alone is a name.
      assert.strictEqual((yield* mirror.party("plc")).withoutEnding, null)
    }).pipe(Effect.scoped)
  )

  it.effect("has the most similar names if no notice has the name", () =>
    Effect.gen(function* () {
      const mirror = yield* importNames
      for (const [name, similar] of [
        ["Nestel", ["Nestl\u00E9 S.A."]],
        ["Jonson and Jonson Inc", ["Johnson & Johnson"]],
        ["Amazn", ["Amazon.com, Inc."]],
        ["Xqzjvw Holdings", []]
      ] as const) {
        const history = yield* mirror.party(name)
        assert.deepStrictEqual([history.party, history.similar], [[], similar], name)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("counts notices with one transaction number once", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      const numbers = ["20210001", "20210001", "20210002", "", ""]
      const acme = { acquiringParty: "Acme" }
      const notices = numbers.map((transactionNumber, id) =>
        notice(String(id), "2021-01-04", { ...acme, transactionNumber })
      )
      yield* importText("notices.ndjson", notices.join("\n"))
      const { party, transactions } = yield* mirror.party("acme")
      assert.deepStrictEqual([party.length, transactions], [5, 4])
    }).pipe(Effect.scoped)
  )

  it.effect("takes a name of digits or of letters in any alphabet, and fails for one of punctuation", () =>
    Effect.gen(function* () {
      const mirror = yield* importNotices
      assert.deepStrictEqual((yield* mirror.party("3")).party, [])
      assert.deepStrictEqual((yield* mirror.party("\u00D6")).party, [])
      assert.strictEqual((yield* Effect.flip(mirror.party("?!")))._tag, "InvalidQuery")
    }).pipe(Effect.scoped)
  )
})
