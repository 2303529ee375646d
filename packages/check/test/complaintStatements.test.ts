import { assert, describe, it } from "@effect/vitest"
import { complaintStatements } from "../src/complaintStatements.ts"
import { type ProbeResponse } from "../src/ProbeResponse.ts"
import { breaks, conforms, differs, notShown } from "../src/Verdict.ts"
import { complaint, id, newestOf } from "./complaints.ts"
import { errorOf, evaluatorOf, listOf, origin, responseOf } from "./responses.ts"

const evaluate = evaluatorOf(complaintStatements(origin))

const withMeta = (count: number, meta: object): ProbeResponse =>
  listOf(
    Array.from({ length: count }, (_, place) => complaint({}, place)),
    { meta }
  )

describe("the statements about pages of complaints", () => {
  it("check the content type", () => {
    const typed = (type: string) => responseOf({ data: [] }, { headers: { "content-type": type } })
    assert.deepStrictEqual(evaluate("it responds with JSON", typed("application/json; charset=utf-8")), conforms)
    assert.deepStrictEqual(
      evaluate("it responds with JSON", typed("text/html")),
      breaks("application/json", '"text/html"')
    )
  })

  it("check the format of each record", () => {
    const form = (...data: ReadonlyArray<unknown>) =>
      evaluate("it returns complaints in the documented format", listOf(data))
    assert.deepStrictEqual(form(complaint()), conforms)
    assert.deepStrictEqual(form(complaint({ subject: undefined })), conforms)
    assert.deepStrictEqual(form(), notShown("the list is empty"))
    assert.deepStrictEqual(
      form(complaint(), { ...complaint(), type: "complaint" }),
      breaks('the type "dnc_complaint"', '"complaint"')
    )
    assert.deepStrictEqual(
      form(complaint(), { ...complaint(), id: 7 }),
      breaks("an id for each record", "a record without one")
    )
    for (const name of Object.keys(complaint().attributes).concat("company-phone-number", "subject")) {
      const another = breaks(`a string for ${name}`, "another type")
      assert.deepStrictEqual(form(complaint(), complaint({ [name]: 7 })), another)
      assert.deepStrictEqual(form(complaint(), complaint({ [name]: null })), another)
    }
    assert.deepStrictEqual(form(complaint({ unknown: 7 })), conforms)
  })

  it("accept other ids and some invalid dates as documented differences", () => {
    const form = (...data: ReadonlyArray<unknown>) =>
      evaluate("it returns complaints in the documented format", listOf(data))
    const short = { ...complaint(), id: "a".repeat(31) }
    assert.deepStrictEqual(
      form(complaint(), short),
      differs(14, `an id is not 32 hexadecimal digits: "${"a".repeat(31)}"`)
    )
    assert.strictEqual(form({ ...complaint(), id: "A".repeat(32) }).verdict, "conforms")
    for (const other of ["g".repeat(32), "a".repeat(33), `x${"a".repeat(32)}`]) {
      assert.strictEqual(form({ ...complaint(), id: other }).verdict, "differs")
    }
    const [badCreated, badViolated] = [complaint({ "created-date": "2021" }), complaint({ "violation-date": "" })]
    assert.deepStrictEqual(
      form(complaint(), badCreated, badViolated),
      differs(13, "2 of 3 records have an invalid date")
    )
    assert.deepStrictEqual(form(badCreated), breaks("dates as YYYY-MM-DD HH:MM:SS", '"2021"'))
    for (const odd of ["2021-07-07T10:00:00", "x2021-07-07 10:00:00", "2021-07-07 10:00:00x", "21-07-07 10:00:00"]) {
      assert.strictEqual(form(complaint({ "created-date": odd })).verdict, "breaks", odd)
    }
  })

  it("check the counts of a page", () => {
    const meta = (count: number, counts: object) =>
      evaluate("it reports the page size and the total as numbers", withMeta(count, counts))
    assert.deepStrictEqual(meta(2, { "records-this-page": 2, "records-total": 9 }), conforms)
    assert.deepStrictEqual(meta(2, { "records-this-page": 2, "record-total": 9 }), conforms)
    assert.deepStrictEqual(meta(2, { "records-this-page": 3, "records-total": 9 }), breaks("records-this-page 2", "3"))
    assert.deepStrictEqual(
      meta(2, { "records-this-page": "2", "records-total": 9 }),
      differs(5, 'records-this-page is "2"')
    )
    assert.deepStrictEqual(meta(2, { "records-this-page": 2 }), differs(5, "the total is nothing"))
    assert.deepStrictEqual(meta(2, { "records-this-page": 2, "records-total": {} }), differs(5, "the total is {}"))
  })

  it("compare the totals of short lists with their records", () => {
    const name = "it reports the correct total"
    const none = listOf([], { meta: { "records-total": 0 } })
    const lists = ["state, city and created range", "violation range", "area code and created range", "state"]
    assert.deepStrictEqual(evaluate(name, none), conforms)
    for (const probe of lists) {
      const wrong = { ...withMeta(2, { "records-total": 3 }), request: `GET /${probe}` }
      assert.deepStrictEqual(evaluate(name, none, { [probe]: wrong }), breaks(`the total 2 for GET /${probe}`, "3"))
      assert.deepStrictEqual(evaluate(name, none, { [probe]: withMeta(2, { "record-total": 2 }) }), conforms)
    }
    const wrongNone = { ...listOf([], { meta: { "records-total": 1 } }), request: "GET /none" }
    assert.deepStrictEqual(evaluate(name, wrongNone), breaks("the total 0 for GET /none", "1"))
    const notComparable = notShown("no list with a total fits on one page")
    const silent = listOf([], { meta: {} })
    assert.deepStrictEqual(evaluate(name, silent), notComparable)
    assert.deepStrictEqual(evaluate(name, silent, { state: withMeta(50, { "records-total": 70 }) }), notComparable)
    assert.deepStrictEqual(
      evaluate(name, silent, { state: { ...withMeta(2, { "records-total": 3 }), status: 500 } }),
      notComparable
    )
    assert.strictEqual(evaluate(name, silent, { state: withMeta(49, { "records-total": 70 }) }).verdict, "breaks")
  })

  it("check order, size and start", () => {
    const dated = (...dates: ReadonlyArray<string>) =>
      listOf(dates.map((date, place) => complaint({ "created-date": date }, place)))
    const [first, second] = ["2021-07-07 10:00:00", "2021-07-07 10:00:01"]
    const newestFirst = "it lists the newest complaints first by default"
    const oldestFirst = "it lists the oldest complaints first on request"
    assert.deepStrictEqual(evaluate(newestFirst, dated(second, first)), conforms)
    assert.strictEqual(evaluate(newestFirst, dated(first, second)).verdict, "breaks")
    assert.deepStrictEqual(evaluate(oldestFirst, dated(first, second)), conforms)
    assert.strictEqual(evaluate(oldestFirst, dated(second, first)).verdict, "breaks")

    const atMost = "it returns at most 50 complaints by default"
    assert.deepStrictEqual(evaluate(atMost, withMeta(50, {})), conforms)
    assert.deepStrictEqual(evaluate(atMost, withMeta(51, {})), breaks("at most 50 records", "51"))
    const capped = "it returns at most 50 complaints if more are requested"
    assert.deepStrictEqual(evaluate(capped, withMeta(50, {}), { "newest complaints": withMeta(50, {}) }), conforms)
    assert.deepStrictEqual(
      evaluate(capped, errorOf(400), { "newest complaints": withMeta(50, {}) }),
      differs(20, "items_per_page above 50 is rejected")
    )
    assert.strictEqual(evaluate(capped, withMeta(49, {})).verdict, "notShown")

    const size = "it respects the page size"
    const eight = { "newest complaints": withMeta(8, {}) }
    assert.deepStrictEqual(evaluate(size, withMeta(5, {}), eight), conforms)
    assert.strictEqual(evaluate(size, withMeta(6, {}), eight).verdict, "breaks")
    assert.strictEqual(evaluate(size, withMeta(4, {}), { "newest complaints": withMeta(7, {}) }).verdict, "notShown")
    const start = "it starts at the requested offset"
    const from = (place: number) => listOf([complaint({}, place), complaint({}, place + 1)])
    assert.deepStrictEqual(evaluate(start, from(3), eight), conforms)
    assert.strictEqual(evaluate(start, from(2), eight).verdict, "differs")
    assert.strictEqual(evaluate(start, from(0), eight).verdict, "breaks")

    const empty = "it returns an empty list if nothing matches"
    assert.deepStrictEqual(evaluate(empty, listOf([])), conforms)
    assert.deepStrictEqual(evaluate(empty, listOf([complaint()])), breaks("no records", "1"))
  })
})

describe("the statements about filters of complaints", () => {
  it("compare the records with the one whose values were used", () => {
    const other = (attributes: object) => complaint(attributes, 2)
    const cases: ReadonlyArray<readonly [statement: string, mismatch: object, match: object]> = [
      [
        "it filters by created date",
        { "created-date": "2021-07-08 00:00:00" },
        { "created-date": "2021-07-07 23:59:59", "consumer-state": "Utah" }
      ],
      [
        "it filters by created date",
        { "created-date": "2021-07-06 23:59:59" },
        { "created-date": "2021-07-07 00:00:00" }
      ],
      ["it filters by state", { "consumer-state": "Utah" }, { "consumer-state": "OHIO", "consumer-city": "x" }],
      [
        "it filters by state, city and created range together",
        { "consumer-city": "Akron" },
        { "consumer-city": "CLEVELAND", "consumer-area-code": "1" }
      ],
      [
        "it filters by state, city and created range together",
        { "created-date": "2021-07-08 00:00:00" },
        { "created-date": "2021-07-07 00:00:00" }
      ],
      ["it filters by state, city and created range together", { "consumer-state": "Utah" }, {}],
      [
        "it filters by area code and created range together",
        { "consumer-area-code": "614" },
        { "consumer-state": "Utah" }
      ],
      ["it filters by area code and created range together", { "created-date": "2021-07-06 10:00:00" }, {}],
      [
        "it filters by violation date",
        { "violation-date": "2021-07-07 09:00:00" },
        { "violation-date": "2021-07-06 00:00:00" }
      ],
      ["it filters by violation date", { "violation-date": "2021-07-05 23:59:59" }, {}],
      [
        "it filters by a range of violation dates, including both ends",
        { "violation-date": "2021-07-06 08:59:59" },
        {}
      ],
      [
        "it filters by a range of violation dates, including both ends",
        { "violation-date": "2021-07-06 09:00:01" },
        { "created-date": "2021-07-08 00:00:00" }
      ],
      [
        "it filters by robocall and created range together",
        { "created-date": "2021-07-06 23:59:59" },
        { "created-date": "2021-07-07 23:59:59" }
      ],
      [
        "it filters by robocall and created range together",
        { "created-date": "2021-07-08 00:00:00" },
        { "created-date": "2021-07-07 00:00:00" }
      ]
    ]
    const newest = newestOf(complaint())
    for (const [statement, mismatch, match] of cases) {
      const response = (attributes: object) => listOf([complaint(), other(attributes)])
      assert.deepStrictEqual(evaluate(statement, response(match), newest), conforms, statement)
      const wrong = evaluate(statement, response(mismatch), newest)
      assert.strictEqual(wrong.verdict === "breaks" && wrong.actual.startsWith("1 of 2 records do not match"), true)
    }
  })

  it("name the values that were used, and those of a record that does not match", () => {
    const newest = newestOf(complaint())
    assert.deepStrictEqual(
      evaluate("it filters by state", listOf([complaint({ "consumer-state": "Utah" })]), newest),
      breaks('only complaints with "Ohio"', '1 of 1 records do not match, such as "Utah (2021-07-07 10:00:00)"')
    )
    assert.deepStrictEqual(
      evaluate("it filters by created date", listOf([]), newest),
      breaks(`only complaints with "2021-07-07", including the record "${id(1)}"`, "0 records without it")
    )
    const city = complaint({ "consumer-city": "Akron" })
    assert.deepStrictEqual(
      evaluate("it filters by state, city and created range together", listOf([city]), newest),
      breaks(
        'only complaints with "Ohio, Cleveland"',
        '1 of 1 records do not match, such as "Ohio, Akron (2021-07-07 10:00:00)"'
      )
    )
    assert.deepStrictEqual(
      evaluate("it filters by state", listOf([]), newestOf()),
      notShown("the request could not be sent")
    )
  })

  it("check robocalls", () => {
    const call = (text: unknown) => listOf([complaint({ "recorded-message-or-robocall": text })])
    assert.deepStrictEqual(evaluate("it finds robocalls", call("Y")), conforms)
    assert.deepStrictEqual(
      evaluate("it finds robocalls", call("N")),
      breaks('only complaints with "Y"', '1 of 1 records do not match, such as "N"')
    )
    assert.deepStrictEqual(evaluate("it finds calls that are not robocalls", call("N")), conforms)
    assert.strictEqual(evaluate("it finds calls that are not robocalls", call("Y")).verdict, "breaks")
    assert.strictEqual(evaluate("it finds robocalls", listOf([])).verdict, "notShown")
    assert.deepStrictEqual(
      evaluate("it filters by robocall and created range together", listOf([complaint()]), newestOf()),
      breaks("only complaints of ", '1 of 1 records do not match, such as "2021-07-07 10:00:00"')
    )
  })

  it("check both ends of a range of created dates", () => {
    const name = "it filters by a range of created dates, including both ends"
    const at = (time: string, place: number) => complaint({ "created-date": `2021-07-07 ${time}` }, place)
    const [early, middle, late] = [at("10:00:00", 1), at("11:00:00", 2), at("12:00:00", 3)]
    const newest = newestOf(late, middle, early)
    assert.deepStrictEqual(evaluate(name, listOf([late, early]), newest), conforms)
    const range = "only complaints created from 2021-07-07 10:00:00 to 2021-07-07 12:00:00"
    assert.deepStrictEqual(
      evaluate(name, listOf([middle]), newest),
      breaks(`${range}, including the record "${id(3)}"`, "1 records without it")
    )
    assert.deepStrictEqual(
      evaluate(name, listOf([late, middle]), newest),
      breaks(`${range}, including the record "${id(1)}"`, "2 records without it")
    )
    for (const time of ["09:59:59", "12:00:01"]) {
      assert.deepStrictEqual(
        evaluate(name, listOf([late, at(time, 4)]), newest),
        breaks(range, `1 of 2 records do not match, such as "2021-07-07 ${time}"`)
      )
    }
  })
})

describe("the other statements about complaints", () => {
  it("check that invalid combinations are rejected", () => {
    for (const name of [
      "it rejects half a range",
      "it rejects a city without a state",
      "it rejects a state together with an area code"
    ]) {
      assert.deepStrictEqual(evaluate(name, errorOf(400)), conforms)
      assert.deepStrictEqual(
        evaluate(name, listOf([complaint()])),
        differs(19, "the response is status 200 with 1 record")
      )
      assert.deepStrictEqual(evaluate(name, errorOf(500)), breaks("status 400", "status 500"))
      assert.deepStrictEqual(evaluate(name, errorOf(404)), breaks("status 400", "status 404"))
      assert.deepStrictEqual(evaluate(name, responseOf({})), breaks("status 400", "status 200"))
    }
  })

  it("check a complaint by its id", () => {
    const name = "it returns a complaint by id with the attributes of the list"
    assert.deepStrictEqual(evaluate(name, listOf([complaint()]), newestOf(complaint())), conforms)
    assert.strictEqual(evaluate(name, listOf([complaint({}, 2)]), newestOf(complaint())).verdict, "breaks")
    const counts = "it reports one record and a total of one"
    const withCounts = (meta: object) => evaluate(counts, listOf([complaint()], { meta }))
    assert.deepStrictEqual(withCounts({ "records-this-page": 1, "records-total": 1 }), conforms)
    assert.deepStrictEqual(withCounts({ "records-this-page": 1, "record-total": 1 }), conforms)
    assert.strictEqual(withCounts({ "records-this-page": 1, "record-total": 2 }).verdict, "differs")
    const differing = differs(5, 'meta is {"records-this-page":1}')
    assert.deepStrictEqual(withCounts({ "records-this-page": 1 }), differing)
    assert.strictEqual(withCounts({ "records-this-page": 2, "records-total": 1 }).verdict, "differs")
    assert.strictEqual(withCounts({ "records-this-page": 1, "records-total": 2 }).verdict, "differs")
  })

  it("check an unknown id", () => {
    const name = "it returns 404 for an unknown id"
    assert.deepStrictEqual(evaluate(name, errorOf(404, "NOT_FOUND")), conforms)
    assert.deepStrictEqual(evaluate(name, errorOf(404)), differs(31, "the error code is not NOT_FOUND"))
    assert.strictEqual(evaluate(name, listOf([])).verdict, "differs")
    assert.strictEqual(evaluate(name, errorOf(500, "NOT_FOUND")).verdict, "breaks")
  })
})
