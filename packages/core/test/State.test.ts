import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { findState, nearestStates, StateName } from "../src/queries/State.ts"
import { states } from "../src/queries/stateList.ts"
import { subjectLabel, subjects } from "../src/records/Subject.ts"
import { version } from "../src/Options.ts"

describe("State", () => {
  it("has 50 states, the District of Columbia and five territories, each once", () => {
    assert.strictEqual(new Set(states.map(({ name }) => name)).size, 56)
    assert.strictEqual(new Set(states.map(({ postalCode }) => postalCode)).size, 56)
  })

  it("has the postal codes of the states, and after them those of the territories", () => {
    const ofStates =
      "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY"
    assert.strictEqual(states.map(({ postalCode }) => postalCode).join(" "), `${ofStates} AS GU MP PR VI`)
    const names = states.map(({ name }) => name)
    assert.deepStrictEqual([...names.slice(0, 51).toSorted(), ...names.slice(51).toSorted()], names)
    for (const { name, postalCode } of states) assert.strictEqual(findState(postalCode), name)
  })

  it("finds states by name and postal code, ignoring case and spaces", () => {
    for (const text of ["New York", "new york", " NEW   YORK ", "ny", "NY"])
      assert.strictEqual(findState(text), "New York")
    assert.strictEqual(findState("York"), undefined)
  })

  it("returns the most similar states first", () => {
    assert.strictEqual(nearestStates("Calfornia", 1)[0], "California")
    assert.deepStrictEqual(nearestStates("new", 2), ["New Hampshire", "New Jersey"])
    assert.deepStrictEqual(nearestStates("", 3), ["Alabama", "Alaska", "American Samoa"])
    assert.deepStrictEqual(nearestStates("laska", 3), ["Alaska", "Alabama", "Iowa"])
  })

  it("rejects a postal code as a name", () => {
    assert.isFalse(Schema.is(StateName)("NY"))
  })
})

describe("Subject", () => {
  it("has two spaces on the wire and one in the label", () => {
    assert.strictEqual(subjects.length, 15)
    assert.deepInclude(subjects, { wire: "Warranties  & protection plans", label: "Warranties & protection plans" })
    assert.strictEqual(subjectLabel("Energy, solar,  & utilities"), "Energy, solar, & utilities")
    assert.strictEqual(subjectLabel("  Work  from \t home   & others "), "Work from home & others")
  })
})

describe("version", () => {
  it("equals the version in the manifest", () => {
    const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))
    assert.deepInclude(manifest, { version })
  })
})
