import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeMirror } from "./mirrors.ts"

interface Parties {
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
    notice("4", "2021-01-06", { acquiringParty: "Block", acquiredParty: "Inc", updated: "2021-07-07T06:30:00-04:00" })
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
      assert.deepStrictEqual(yield* idsOf("block inc"), [])
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

  it.effect("takes a name of digits or of letters in any alphabet, and fails for one of punctuation", () =>
    Effect.gen(function* () {
      const mirror = yield* importNotices
      assert.deepStrictEqual((yield* mirror.party("3")).party, [])
      assert.deepStrictEqual((yield* mirror.party("\u00D6")).party, [])
      assert.strictEqual((yield* Effect.flip(mirror.party("?!")))._tag, "InvalidQuery")
    }).pipe(Effect.scoped)
  )
})
