import { assert, describe, it } from "@effect/vitest"
import { complaintProbes } from "../src/complaintProbes.ts"
import { complaint, id, newestOf } from "./complaints.ts"

describe("the requests about complaints", () => {
  /** Returns the path of a probe if the newest page has these complaints. */
  const pathOf = (name: string, ...complaints: ReadonlyArray<unknown>): string | undefined => {
    const probe = complaintProbes.find((one) => one.name === name) ?? assert.fail(`no probe "${name}"`)
    return probe.build(new Map(Object.entries(newestOf(...complaints))))?.path
  }

  it("use the values of the newest complaint that has them", () => {
    const cases: ReadonlyArray<readonly [probe: string, unusable: object, path: string]> = [
      ["created date", { "created-date": "2021" }, "created_date=%222021-07-07%22"],
      ["state", { "consumer-state": " " }, "state=Ohio"],
      [
        "state, city and created range",
        { "consumer-city": "Saint-Paul" },
        "state=Ohio&city=Cleveland&created_date_from=%222021-07-07%22&created_date_to=%222021-07-07%22"
      ],
      [
        "state, city and created range",
        { "consumer-state": "" },
        "state=Ohio&city=Cleveland&created_date_from=%222021-07-07%22&created_date_to=%222021-07-07%22"
      ],
      [
        "area code and created range",
        { "consumer-area-code": "21" },
        "area_code=216&created_date_from=%222021-07-07%22&created_date_to=%222021-07-07%22"
      ],
      [
        "no robocalls, in a created range",
        { "created-date": "" },
        "is_robocall=false&created_date_from=%222021-07-07%22&created_date_to=%222021-07-07%22"
      ],
      [
        "state, city and created range",
        { "created-date": "2021-07-06" },
        "state=Ohio&city=Cleveland&created_date_from=%222021-07-07%22&created_date_to=%222021-07-07%22"
      ],
      [
        "area code and created range",
        { "created-date": "" },
        "area_code=216&created_date_from=%222021-07-07%22&created_date_to=%222021-07-07%22"
      ],
      ["violation date", { "violation-date": "x2021-07-06 09:00:00" }, "violation_date=%222021-07-06%22"],
      [
        "violation range",
        { "violation-date": undefined },
        "violation_date_from=%222021-07-06%2009%3A00%3A00%22&violation_date_to=%222021-07-06%2009%3A00%3A00%22"
      ]
    ]
    for (const [probe, unusable, query] of cases) {
      const path = `/v0/dnc-complaints?${query}`
      assert.strictEqual(pathOf(probe, complaint(unusable), complaint()), path)
      assert.isUndefined(pathOf(probe, complaint(unusable)), probe)
      assert.isUndefined(pathOf(probe), probe)
    }
  })

  it("use only values that need no interpretation", () => {
    for (const code of ["21", "2160", "2l6", ""]) {
      assert.isUndefined(pathOf("area code and created range", complaint({ "consumer-area-code": code })))
    }
    for (const city of ["Saint-Paul", "Caf\u00E9", "", "O'Fallon"]) {
      assert.isUndefined(pathOf("state, city and created range", complaint({ "consumer-city": city })))
    }
    const spaced = complaint({ "consumer-city": "St. Paul", "consumer-state": "New York" })
    assert.include(pathOf("state, city and created range", spaced), "?state=%22New%20York%22&city=%22St.%20Paul%22&")
    assert.strictEqual(pathOf("state", spaced), "/v0/dnc-complaints?state=%22New%20York%22")
  })

  it("use the times of the newest page", () => {
    const at = (time: string) => complaint({ "created-date": `2021-07-07 ${time}` })
    assert.strictEqual(
      pathOf("created range", at("11:00:00"), complaint({ "created-date": "x" }), at("12:00:00"), at("10:00:00")),
      "/v0/dnc-complaints?created_date_from=%222021-07-07%2010%3A00%3A00%22&created_date_to=%222021-07-07%2012%3A00%3A00%22"
    )
    assert.isUndefined(pathOf("created range", complaint({ "created-date": "x" })))
    assert.strictEqual(pathOf("one complaint", complaint({}, 7), complaint()), `/v0/dnc-complaints/${id(7)}`)
    assert.strictEqual(pathOf("one complaint", { ...complaint(), id: "a/b" }), "/v0/dnc-complaints/a%2Fb")
    assert.isUndefined(pathOf("one complaint", { ...complaint(), id: "" }))
  })
})
