import { assert, describe, it } from "@effect/vitest"
import { noticeProbes, titleWords } from "../src/noticeProbes.ts"
import { noticeStatements } from "../src/noticeStatements.ts"
import { breaks, conforms, differs, notShown } from "../src/Verdict.ts"
import { errorOf, evaluatorOf, listOf, origin, responseOf } from "./responses.ts"

const evaluate = evaluatorOf(noticeStatements(origin))

const uuid = (place: number): string => `00000000-0000-4000-8000-${String(place).padStart(12, "0")}`
const href = `${origin}/v0/hsr-early-termination-notices/x?resourceVersion=id%3A177`
const notice = (attributes: object = {}, more: object = {}) => ({
  type: "early_termination_notice",
  id: uuid(1),
  attributes: {
    title: "20110001: Icahn Enterprises; Motors Liquidation",
    "transaction-number": "20110001",
    "acquired-entities": ["Motors"],
    date: "2011-04-11",
    created: "2019-01-02T10:00:00+00:00",
    updated: "2019-01-03T10:00:00-05:00",
    ...attributes
  },
  meta: [],
  links: { self: { href } },
  relationships: { node_type: { links: { self: { href } } } },
  ...more
})
const listWith = (...data: ReadonlyArray<unknown>) => listOf(data)
const newestOf = (...notices: ReadonlyArray<unknown>) => ({ "newest notices": listOf(notices) })

describe("the statements about pages of notices", () => {
  it("check the name of the format and the content type", () => {
    const name = "it names its format, JSON:API 1.0"
    const jsonapi = (version: string, link: unknown) => ({ version, meta: { links: { self: { href: link } } } })
    const named = (value: object) => evaluate(name, listOf([], { jsonapi: value }))
    assert.deepStrictEqual(named(jsonapi("1.0", "http://jsonapi.org")), conforms)
    const expected = 'jsonapi with the version "1.0" and a link'
    assert.deepStrictEqual(named({ version: "1.0" }), breaks(expected, '{"version":"1.0"}'))
    assert.strictEqual(named(jsonapi("1.1", "http://jsonapi.org")).verdict, "breaks")
    const typed = (type: string) =>
      evaluate("it responds with JSON", responseOf({ data: [] }, { headers: { "content-type": type } }))
    assert.deepStrictEqual(typed("application/json"), conforms)
    assert.deepStrictEqual(
      typed("application/vnd.api+json"),
      differs(1, "the content type is application/vnd.api+json")
    )
    assert.deepStrictEqual(typed("text/html"), breaks("application/json", '"text/html"'))
  })

  it("check the format of each record", () => {
    const name = "it returns notices in the documented format"
    const form = (...data: ReadonlyArray<unknown>) => evaluate(name, listOf(data))
    assert.deepStrictEqual(form(notice()), conforms)
    assert.deepStrictEqual(form(), notShown("the list is empty"))
    const otherType = breaks('the type "early_termination_notice"', '"notice"')
    assert.deepStrictEqual(form(notice(), notice({}, { type: "notice" })), otherType)
    const withoutId = breaks("an id for each record", "a record without one")
    assert.deepStrictEqual(form(notice(), notice({}, { id: 7 })), withoutId)
    assert.deepStrictEqual(form(notice({}, { id: "n1" })), differs(14, 'an id is not a UUID: "n1"'))
    assert.strictEqual(form(notice({}, { id: uuid(1).toUpperCase() })).verdict, "conforms")
    for (const id of [`x${uuid(1)}`, `${uuid(1)}0`, uuid(1).replaceAll("-", "")]) {
      assert.strictEqual(form(notice({}, { id })).verdict, "differs", id)
    }
    assert.deepStrictEqual(
      form(notice(), notice({ date: "2011" }), notice({ date: "" })),
      differs(13, "2 of 3 records have an invalid date")
    )
    assert.deepStrictEqual(
      form(notice({ title: " " })),
      breaks("the documented format of title", "a different format in every record")
    )
  })

  it("check the format of each attribute", () => {
    const name = "it returns notices in the documented format"
    const moment = "2019-01-02T10:00:00+00:00"
    const invalid: ReadonlyArray<readonly [attribute: string, values: ReadonlyArray<string>]> = [
      ["title", ["", "\n"]],
      ["transaction-number", ["", "2011a", "a2011"]],
      ["date", ["2011-04-11T00:00:00", "x2011-04-11", "11-04-11"]],
      ["created", ["", "2019-01-02 10:00:00+00:00", "2019-01-02T10:00:00Z", `x${moment}`, `${moment}x`]],
      ["updated", ["", "2019-01-02", "2019-01-02T10:00:00", `x${moment}`, `${moment}x`]]
    ]
    for (const [attribute, values] of invalid) {
      for (const value of values) {
        assert.deepStrictEqual(
          evaluate(name, listWith(notice(), notice({ [attribute]: value }))),
          differs(13, `1 of 2 records have an invalid ${attribute}`),
          value
        )
      }
    }
  })

  it("check lists, metadata and links of each record", () => {
    const entities = (...values: ReadonlyArray<unknown>) =>
      evaluate(
        "it returns acquired entities as an array",
        listOf(values.map((value) => notice({ "acquired-entities": value })))
      )
    assert.deepStrictEqual(entities(["A"], []), conforms)
    assert.deepStrictEqual(entities(["A"], "B"), differs(12, "acquired-entities is a string"))
    assert.deepStrictEqual(entities(["A"], 7), breaks("an array of strings as acquired-entities", "7"))
    assert.strictEqual(entities("A", undefined).verdict, "breaks")

    const tags = (...values: ReadonlyArray<unknown>) =>
      evaluate("it returns tags as an array, if at all", listOf(values.map((value) => notice({ tags: value }))))
    assert.deepStrictEqual(tags(undefined, [], ["energy"]), conforms)
    assert.deepStrictEqual(tags([], "energy"), differs(12, 'tags is "energy"'))
    assert.deepStrictEqual(tags(null), differs(12, "tags is null"))

    const metadata = (...values: ReadonlyArray<unknown>) =>
      evaluate("it returns the metadata of each notice", listOf(values.map((meta) => notice({}, { meta }))))
    assert.deepStrictEqual(metadata([], [1]), conforms)
    assert.deepStrictEqual(metadata([], {}), differs(12, "meta of a record is {}"))

    const links = (...records: ReadonlyArray<unknown>) =>
      evaluate("it returns the version and the node type of each notice", listOf(records))
    assert.deepStrictEqual(links(notice()), conforms)
    const expected = "links.self.href with resourceVersion, and relationships.node_type"
    const without = breaks(expected, `the record "${uuid(1)}" without them`)
    assert.deepStrictEqual(links(notice(), notice({}, { relationships: {} })), without)
    const linked = (version: string) =>
      links(notice({}, { links: { self: { href: `https://service.invalid/x${version}` } } })).verdict
    for (const version of ["?resourceVersion=id:1", "?a&resourceVersion=id%3a1", "?RESOURCEVERSION=ID%3A1"]) {
      assert.strictEqual(linked(version), "conforms", version)
    }
    for (const version of ["", "?resourceVersion=1", "?resourceVersion=id%3Ax", "?xresourceVersion=id%3A1"]) {
      assert.strictEqual(linked(version), "breaks", version)
    }
  })

  it("check the count of a page", () => {
    const name = "it reports the page size as a string"
    const counted = (count: unknown) => evaluate(name, listOf([notice(), notice()], { meta: { count } }))
    assert.deepStrictEqual(counted("2"), conforms)
    assert.deepStrictEqual(counted("3"), breaks('the count "2"', '"3"'))
    assert.deepStrictEqual(counted(1), breaks("a count of at least 2", "1"))
    for (const count of [2, 900]) {
      assert.deepStrictEqual(counted(count), differs(5, `the count is the number ${count}, the total of all pages`))
    }
    assert.deepStrictEqual(counted(undefined), differs(5, "meta is {}"))
  })
})

describe("the statements about the order and the pages of notices", () => {
  const times = (name: string, ...values: ReadonlyArray<string>) => listOf(values.map((at) => notice({ [name]: at })))
  const [one, two, three] = ["2019-01-01", "2019-01-02", "2019-01-03"].map((day) => `${day}T10:00:00+00:00`)
  const [first, second, third] = [one ?? "", two ?? "", three ?? ""]

  it("check the order by creation", () => {
    const [newestFirst, oldestFirst] = [
      "it lists the newest notices first on request",
      "it lists the oldest notices first on request"
    ]
    assert.deepStrictEqual(evaluate(newestFirst, times("created", second, first)), conforms)
    assert.strictEqual(evaluate(newestFirst, times("created", first, second)).verdict, "breaks")
    assert.deepStrictEqual(evaluate(oldestFirst, times("created", first, second)), conforms)
    assert.strictEqual(evaluate(oldestFirst, times("created", second, first)).verdict, "breaks")
  })

  it("check the order by update, in either direction", () => {
    const [sorted, direction] = ["it sorts by last update", "it sorts in descending order by default"]
    const [up, down] = [times("updated", first, second, third), times("updated", third, second, first)]
    const mixed = times("updated", first, third, second)
    const same = times("updated", first, first)
    assert.deepStrictEqual(evaluate(sorted, up), conforms)
    assert.deepStrictEqual(evaluate(sorted, down), conforms)
    assert.strictEqual(evaluate(sorted, mixed).verdict, "breaks")
    assert.strictEqual(evaluate(sorted, same).verdict, "notShown")
    assert.deepStrictEqual(evaluate(direction, down), conforms)
    assert.deepStrictEqual(evaluate(direction, up), differs(25, "a sort without a direction is ascending"))
    assert.deepStrictEqual(evaluate(direction, mixed), notShown("the list is not sorted"))
    assert.deepStrictEqual(evaluate(direction, same), notShown("all records of the page have the same timestamp"))
  })

  it("check size and start of a page", () => {
    const some = (count: number, from = 0) =>
      listOf(Array.from({ length: count }, (_, place) => notice({}, { id: uuid(place + from) })))
    const capped = "it returns at most 50 notices if more are requested"
    assert.deepStrictEqual(evaluate(capped, some(50), { "newest notices": some(50) }), conforms)
    assert.deepStrictEqual(evaluate(capped, errorOf(400)), differs(26, "page[limit] above 50 is rejected"))
    const size = "it respects the page size"
    assert.deepStrictEqual(evaluate(size, some(5), { "newest notices": some(8) }), conforms)
    assert.strictEqual(evaluate(size, some(4), { "newest notices": some(8) }).verdict, "breaks")
    assert.strictEqual(evaluate(size, some(4), { "newest notices": some(7) }).verdict, "notShown")
    const start = "it starts at the requested offset"
    assert.deepStrictEqual(evaluate(start, some(5, 3), { "newest notices": some(8) }), conforms)
    assert.strictEqual(evaluate(start, some(5, 2), { "newest notices": some(8) }).verdict, "differs")
  })
})

describe("the statements about filters of notices", () => {
  const newest = newestOf(notice())
  const titled = (title: string) => listOf([notice({ title })])

  it("check a word of the title", () => {
    const name = "it filters by a word of the title, ignoring case"
    assert.deepStrictEqual(evaluate(name, titled("ICAHN, and others"), newest), conforms)
    assert.deepStrictEqual(
      evaluate(name, titled("Icahns"), newest),
      differs(24, "a keyword also matches parts of words")
    )
    assert.deepStrictEqual(
      evaluate(name, titled("Others"), newest),
      breaks('only titles with the word "Icahn"', '1 of 1 records do not match, such as "Others"')
    )
    assert.strictEqual(evaluate(name, titled("\u00E9icahn"), newest).verdict, "differs")
    assert.strictEqual(evaluate(name, titled("icahn2"), newest).verdict, "differs")
    assert.strictEqual(evaluate(name, titled("a-icahn:b"), newest).verdict, "conforms")
    assert.deepStrictEqual(
      evaluate(name, listOf([]), newest),
      breaks(`only titles with the word "Icahn", including the record "${uuid(1)}"`, "0 records without it")
    )
  })

  it("check a phrase and a part of the title", () => {
    const phrase = "it filters by a phrase of the title"
    assert.deepStrictEqual(evaluate(phrase, titled("the icahn ENTERPRISES"), newest), conforms)
    assert.deepStrictEqual(
      evaluate(phrase, titled("Enterprises Icahn"), newest),
      breaks(
        'only titles with the phrase "Icahn Enterprises"',
        '1 of 1 records do not match, such as "Enterprises Icahn"'
      )
    )
    const part = "it filters by a part of the title"
    assert.deepStrictEqual(evaluate(part, titled("xCAHx"), newest), conforms)
    assert.deepStrictEqual(
      evaluate(part, titled("can"), newest),
      breaks('only titles with the string "cah"', '1 of 1 records do not match, such as "can"')
    )
    for (const name of [phrase, part]) {
      const other = listOf([notice({}, { id: uuid(2) })])
      assert.deepInclude(evaluate(name, other, newest), { verdict: "breaks", actual: "1 records without it" })
    }
  })

  it("check other values", () => {
    for (const [name, attribute, value] of [
      ["it filters by transaction number", "transaction-number", "20110001"],
      ["it filters by date", "date", "2011-04-11"]
    ] as const) {
      assert.deepStrictEqual(evaluate(name, listWith(notice()), newest), conforms)
      assert.deepStrictEqual(
        evaluate(name, listWith(notice({ [attribute]: "20110002" })), newest),
        breaks(`only notices with the ${attribute} "${value}"`, '1 of 1 records do not match, such as "20110002"')
      )
      assert.strictEqual(evaluate(name, listOf([]), newest).verdict, "breaks")
      assert.deepStrictEqual(
        evaluate(name, listWith(notice()), newestOf(notice({ [attribute]: "" }))),
        breaks(`only notices with the ${attribute} ""`, `1 of 1 records do not match, such as "${value}"`)
      )
    }
  })

  it("check a notice by its id", () => {
    const [byFilter, byId] = ["it filters by id", "it returns a notice by id with the attributes of the list"]
    for (const name of [byFilter, byId]) {
      assert.deepStrictEqual(evaluate(name, listWith(notice()), newest), conforms)
      assert.strictEqual(evaluate(name, listWith(notice({}, { id: uuid(2) })), newest).verdict, "breaks")
    }
    assert.deepStrictEqual(
      evaluate(byId, listOf([notice()], { meta: [] }), newest),
      breaks("the members data, meta and links", "no meta")
    )
    const unknown = "it returns 404 for an unknown id"
    assert.deepStrictEqual(evaluate(unknown, errorOf(404)), conforms)
    assert.strictEqual(evaluate(unknown, listOf([])).verdict, "differs")
  })
})

describe("the requests about notices", () => {
  const pathOf = (name: string, ...notices: ReadonlyArray<unknown>): string | undefined => {
    const probe = noticeProbes.find((one) => one.name === name) ?? assert.fail(`no probe "${name}"`)
    return probe.build(new Map(Object.entries(newestOf(...notices))))?.path
  }
  const list = "/v0/hsr-early-termination-notices"
  const icahn = notice()

  it("use two words of the newest title that has them", () => {
    const wordsIn = (title: string) => titleWords(new Map(Object.entries(newestOf(notice({ title })))))
    assert.deepStrictEqual(wordsIn("20110001: Icahn Enterprises; B"), ["Icahn", "Enterprises"])
    assert.deepStrictEqual(wordsIn("The Coca Cola"), ["Coca", "Cola"])
    assert.deepStrictEqual(wordsIn("Coca and"), ["Coca", "and"])
    for (const title of ["", "The Co", "Coca of", "Coca  Cola", "Coca-Cola", "Coca; Cola", "xCo2la Cola2"]) {
      assert.isUndefined(wordsIn(title), title)
    }
    const value = "filter%5Btitle%5D%5Bvalue%5D"
    const titles = [notice({ title: "A; B" }), icahn, notice({ title: "Other Words" })]
    assert.strictEqual(pathOf("keyword", ...titles), `${list}?${value}=icahn`)
    assert.strictEqual(pathOf("phrase", ...titles), `${list}?${value}=%22Icahn%20Enterprises%22`)
    const contains = `${list}?filter%5Btitle%5D%5Boperator%5D=CONTAINS&${value}=cah`
    assert.strictEqual(pathOf("part of a title", ...titles), contains)
    assert.isUndefined(pathOf("keyword", notice({ title: "A; B" })))
  })

  it("use other values of the newest notice that has them", () => {
    const number = notice({ "transaction-number": "20110002", date: "" })
    assert.strictEqual(
      pathOf("transaction number", number, icahn),
      `${list}?filter%5Btransaction-number%5D%5Bvalue%5D=20110002`
    )
    assert.strictEqual(
      pathOf("date", number, icahn),
      `${list}?filter%5Bdate%5D%5Bcondition%5D%5Bvalue%5D=2011-04-11&filter%5Bdate%5D%5Bcondition%5D%5Bpath%5D=date` +
        "&filter%5Bdate%5D%5Bcondition%5D%5Boperator%5D=%3D"
    )
    assert.isUndefined(pathOf("date", number))
    assert.strictEqual(
      pathOf("transaction number", notice({ "transaction-number": "2011 & 1" })),
      `${list}?filter%5Btransaction-number%5D%5Bvalue%5D=2011%20%26%201`
    )
    assert.strictEqual(pathOf("notice by a filter", icahn), `${list}?filter%5Bid%5D%5Bvalue%5D=${uuid(1)}`)
    assert.strictEqual(pathOf("one notice", notice({}, { id: "a/b" }), icahn), `${list}/a%2Fb`)
    assert.isUndefined(pathOf("one notice", notice({}, { id: "" })))
    assert.isUndefined(pathOf("one notice"))
  })
})
