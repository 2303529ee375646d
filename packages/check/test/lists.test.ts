import { assert, describe, it } from "@effect/vitest"
import {
  cappedPage,
  contentType,
  envelope,
  inOrder,
  matching,
  notFound,
  ofList,
  ofRecords,
  ownLinks,
  pageOf,
  sameRecord,
  skipping,
  sorted
} from "../src/lists.ts"
import { attribute, brief, quoted, recordsOf, type WireRecord } from "../src/ProbeResponse.ts"
import { breaks, conforms, differs, expectTrue, notShown, worstOf } from "../src/Verdict.ts"
import { errorOf, listOf, origin, responseOf } from "./responses.ts"

const records = (...ids: ReadonlyArray<string>): ReadonlyArray<WireRecord> => ids.map((id) => ({ id, whole: { id } }))
const many = (count: number) => records(...Array.from({ length: count }, (_, place) => `r${place}`))
const timed = (...times: ReadonlyArray<string>): ReadonlyArray<WireRecord> =>
  times.map((at, place) => ({ id: `r${place}`, whole: { attributes: { at } } }))
const timeOf = (record: WireRecord): string => attribute(record, "at")

describe("the summary of a response", () => {
  it("has its status, and its number of records or its error", () => {
    assert.strictEqual(brief(listOf([{}, {}])), "status 200 with 2 records")
    assert.strictEqual(brief(listOf([{}])), "status 200 with 1 record")
    assert.strictEqual(brief(listOf([])), "status 200 with 0 records")
    assert.strictEqual(brief(errorOf(403, "API_KEY_MISSING")), "status 403 with the code API_KEY_MISSING")
    assert.strictEqual(brief(errorOf(500)), "status 500")
    const problems = [{ detail: "no" }, { detail: "not either" }]
    assert.strictEqual(brief(responseOf({ errors: problems }, { status: 400 })), "status 400: no")
    assert.strictEqual(brief(responseOf({ errors: [] }, { status: 400 })), "status 400")
    assert.strictEqual(brief(responseOf({ errors: "no" }, { status: 400 })), "status 400")
    assert.strictEqual(brief(responseOf(undefined, { text: " <html>" })), "status 200 with an HTML page")
    assert.strictEqual(brief(responseOf(undefined, { text: "{" })), "status 200 with invalid JSON")
    assert.strictEqual(brief(responseOf(undefined, { status: 204 })), "status 204")
  })

  it("quotes at most 80 characters of a value", () => {
    assert.strictEqual(quoted("a"), '"a"')
    assert.strictEqual(quoted(undefined), "nothing")
    assert.strictEqual(quoted("x".repeat(90)), `"${"x".repeat(79)}`)
  })
})

describe("the records of a response", () => {
  it("are those of its list, with their ids", () => {
    const list = [{ id: "a" }, { id: 7 }, "b"]
    assert.deepStrictEqual(
      recordsOf(listOf(list)).map(({ id, whole }) => [id, whole]),
      [
        ["a", { id: "a" }],
        ["", { id: 7 }],
        ["", "b"]
      ]
    )
    assert.deepStrictEqual(recordsOf(responseOf({ data: { id: "a" } })), [])
  })

  it("are evaluated only in a list with status 200", () => {
    const evaluate = () => differs(1, "evaluated")
    const [whenList, whenRecords] = [ofList(evaluate), ofRecords(evaluate)]
    assert.deepStrictEqual(whenList(listOf([{}])), evaluate())
    assert.deepStrictEqual(whenList(listOf([])), evaluate())
    assert.deepStrictEqual(whenRecords(listOf([{}])), evaluate())
    assert.deepStrictEqual(whenRecords(listOf([])), notShown("the list is empty"))
    const list = "status 200 with a list"
    assert.deepStrictEqual(whenList(responseOf({ data: {} })), breaks(list, "status 200"))
    assert.deepStrictEqual(whenList({ ...listOf([{}]), status: 201 }), breaks(list, "status 201 with 1 record"))
    assert.deepStrictEqual(whenRecords(errorOf(500)), breaks(list, "status 500"))
  })
})

describe("the order of records", () => {
  it("conforms if each time is not before the one before it, or not after it", () => {
    assert.deepStrictEqual(inOrder(timed("1", "2", "2", "3"), "ASC", timeOf), conforms)
    assert.deepStrictEqual(inOrder(timed("3", "2", "2", "1"), "DESC", timeOf), conforms)
    assert.deepStrictEqual(inOrder(timed("1", "3", "2"), "ASC", timeOf), breaks("the oldest first", '"2" after "3"'))
    assert.deepStrictEqual(inOrder(timed("3", "1", "2"), "DESC", timeOf), breaks("the newest first", '"2" after "1"'))
  })

  it("is not shown by one time, and ignores records without any", () => {
    const same = notShown("all records of the page have the same timestamp")
    assert.deepStrictEqual(inOrder(timed("1", "1"), "ASC", timeOf), same)
    assert.deepStrictEqual(inOrder([], "DESC", timeOf), same)
    assert.deepStrictEqual(inOrder(timed("1", "", "2"), "ASC", timeOf), conforms)
    assert.deepStrictEqual(inOrder(timed("1", ""), "ASC", timeOf), same)
    const response = listOf(timed("1", "2").map(({ whole }) => whole))
    assert.deepStrictEqual(sorted("ASC", timeOf)(response), conforms)
    assert.strictEqual(sorted("DESC", timeOf)(response).verdict, "breaks")
  })
})

describe("the records that a filter finds", () => {
  const mismatchIn = ({ id }: WireRecord) => (id.startsWith("x") ? id : undefined)

  it("all match", () => {
    assert.deepStrictEqual(matching(records("a", "b"), "only letters", mismatchIn), conforms)
    assert.deepStrictEqual(
      matching(records("a", "x1", "x2"), "only letters", mismatchIn),
      breaks("only letters", '2 of 3 records do not match, such as "x1"')
    )
  })

  it("include the record whose values were used, unless the page is full", () => {
    const [source] = records("s")
    assert.deepStrictEqual(matching(records("a", "s"), "all", mismatchIn, source), conforms)
    assert.deepStrictEqual(
      matching(many(49), "all", mismatchIn, source),
      breaks('all, including the record "s"', "49 records without it")
    )
    assert.deepStrictEqual(matching(many(50), "all", mismatchIn, source), conforms)
    const [first, last] = records("r0", "r9")
    assert.deepStrictEqual(matching(many(10), "all", mismatchIn, first, undefined, last), conforms)
    assert.deepStrictEqual(
      matching(many(9), "all", mismatchIn, first, undefined, last),
      breaks('all, including the record "r9"', "9 records without it")
    )
  })
})

describe("a page after skipped records", () => {
  const first = records("a", "b", "c", "d", "e")
  const expected = "the records starting with number 4"

  it("starts with the first record that was not skipped", () => {
    assert.deepStrictEqual(skipping(records("d", "e", "f"), first, 3), conforms)
    assert.deepStrictEqual(skipping(records("d"), first, 3), conforms)
  })

  it("may start too early or too late, as documented, but not at the beginning", () => {
    assert.deepStrictEqual(skipping(records("c", "d"), first, 3), differs(38, "the page starts 1 early"))
    assert.deepStrictEqual(skipping(records("e"), first, 3), differs(38, "the page starts 1 late"))
    assert.deepStrictEqual(skipping(records("b", "c"), first, 3), differs(38, "the page starts 2 early"))
    const fromStart = breaks(expected, "the records starting with number 1")
    assert.deepStrictEqual(skipping(records("a", "b"), first, 3), fromStart)
  })

  it("has the records of the first page without gaps", () => {
    assert.deepStrictEqual(
      skipping(records("d", "x"), first, 3),
      breaks(expected, "the records starting with number 4")
    )
    assert.strictEqual(skipping(records("c", "e"), first, 3).verdict, "breaks")
    assert.deepStrictEqual(skipping(records("x", "y"), first, 3), breaks(expected, "other records"))
    assert.deepStrictEqual(skipping([], first, 3), breaks(expected, "no records"))
  })

  it("is not shown by a list that has no more records", () => {
    assert.deepStrictEqual(skipping([], records("a", "b", "c"), 3), notShown("there are only 3 records"))
    assert.deepStrictEqual(skipping(records("d"), records("a", "b", "c", "d"), 3), conforms)
  })
})

describe("the size of a page", () => {
  it("is the requested one, if there are as many records", () => {
    assert.deepStrictEqual(pageOf(many(5), 5, 5), conforms)
    assert.deepStrictEqual(pageOf(many(4), 5, 6), breaks("5 records", "4"))
    assert.deepStrictEqual(pageOf(many(6), 5, 6), breaks("5 records", "6"))
    assert.deepStrictEqual(pageOf(many(4), 5, 4), notShown("there are fewer than 5 records"))
  })

  it("is at most 50", () => {
    const listWith = (count: number) => listOf(Array.from({ length: count }, () => ({})))
    const capped = (count: number, available: number) => cappedPage("page[limit]", 26, listWith(count), available)
    assert.deepStrictEqual(capped(50, 50), conforms)
    assert.deepStrictEqual(capped(49, 49), notShown("there are fewer than 50 records"))
    assert.deepStrictEqual(capped(50, 49), notShown("there are fewer than 50 records"))
    assert.deepStrictEqual(capped(51, 50), breaks("50 records", "51"))
    assert.deepStrictEqual(capped(51, 49), breaks("50 records", "51"))
    assert.deepStrictEqual(capped(49, 50), breaks("50 records", "49"))
    assert.deepStrictEqual(
      cappedPage("page[limit]", 26, errorOf(400), 50),
      differs(26, "page[limit] above 50 is rejected")
    )
    assert.strictEqual(cappedPage("page[limit]", 26, errorOf(500), 50).verdict, "breaks")
  })
})

describe("a record by its id", () => {
  const whole = { id: "a", attributes: { title: "A" } }
  const source = { id: "a", whole }

  it("is the same as in the list, and the only one", () => {
    assert.deepStrictEqual(sameRecord(listOf([{ ...whole, links: {} }]), source), conforms)
    const [more, inOtherOrder] = [
      { title: "A", tags: ["x", { y: 1 }] },
      { tags: ["x", { y: 1 }], title: "A" }
    ]
    const listed = { id: "a", whole: { id: "a", attributes: more } }
    assert.deepStrictEqual(sameRecord(listOf([{ id: "a", attributes: inOtherOrder }]), listed), conforms)
    for (const attributes of [{ ...more, tags: [{ y: 1 }, "x"] }, { ...more, date: "" }, { title: "A" }, undefined]) {
      assert.strictEqual(sameRecord(listOf([{ id: "a", attributes }]), listed).verdict, "breaks")
    }
    assert.deepStrictEqual(
      sameRecord(listOf([{ id: "a", attributes: { title: "B" } }]), source),
      breaks("the same attributes as in the list", "different attributes")
    )
    assert.deepStrictEqual(
      sameRecord(listOf([{ ...whole, id: "b" }]), source),
      breaks('the record "a"', 'the record "b"')
    )
    assert.deepStrictEqual(sameRecord(listOf([whole, whole]), source), breaks("one record", "2"))
    assert.deepStrictEqual(sameRecord(listOf([]), source), breaks("one record", "0"))
    assert.deepStrictEqual(
      sameRecord(errorOf(404), source),
      breaks("status 200 with a list of one record", "status 404")
    )
    assert.deepStrictEqual(sameRecord(listOf([whole]), undefined), breaks("the record nothing", 'the record "a"'))
  })

  it("is not found if no collection has it", () => {
    assert.deepStrictEqual(notFound(errorOf(404)), conforms)
    assert.deepStrictEqual(
      notFound(listOf([])),
      differs(28, "the response to an unknown id has status 200 and no records")
    )
    assert.deepStrictEqual(notFound(listOf([whole])), breaks("status 404", "status 200 with 1 record"))
    assert.deepStrictEqual(notFound(errorOf(500)), breaks("status 404", "status 500"))
  })
})

describe("the envelope of a list", () => {
  it("has data, meta and links", () => {
    const members = "the members data, meta and links"
    assert.deepStrictEqual(envelope(listOf([])), conforms)
    assert.deepStrictEqual(envelope(listOf([], { meta: undefined })), breaks(members, "no meta"))
    assert.deepStrictEqual(envelope(listOf([], { links: [] })), breaks(members, "no links"))
    assert.deepStrictEqual(envelope(listOf([], { meta: null, links: "x" })), breaks(members, "no meta and no links"))
    assert.deepStrictEqual(envelope(errorOf(500)), breaks("status 200 with a list", "status 500"))
  })

  it("has a content type, without its parameters", () => {
    const typeOf = (value: string | undefined) => contentType(responseOf({}, { headers: { "content-type": value } }))
    assert.strictEqual(typeOf("application/json"), "application/json")
    assert.strictEqual(typeOf("Application/JSON ; charset=utf-8"), "application/json")
    assert.strictEqual(typeOf(undefined), "")
  })

  it("has links to the service that have no key", () => {
    const self = `${origin}/v0/things`
    const links = ownLinks(origin)
    const withLinks = (...hrefs: ReadonlyArray<unknown>) => listOf(hrefs.map((one) => ({ links: { self: one } })))
    assert.deepStrictEqual(links(withLinks(self, { href: self })), conforms)
    const withoutKey = breaks("links without the key", "a link with api_key")
    assert.deepStrictEqual(links(withLinks(self, `${self}?api_key=x`)), withoutKey)
    assert.deepStrictEqual(links(withLinks({ href: `${self}?a=1&api_key=x` })), withoutKey)
    assert.deepStrictEqual(links(withLinks(`${self}?no_api_key=x`)), conforms)
    assert.deepStrictEqual(
      links(withLinks("https://other.invalid/v0")),
      differs(7, "links point to https://other.invalid")
    )
    for (const other of ["http://service.invalid", "https://service.invalid:8443"]) {
      assert.deepStrictEqual(links(withLinks(self, `${other}/v0`)), differs(7, `links point to ${other}`))
    }
    assert.deepStrictEqual(
      links(withLinks("/v0/things")),
      breaks("links.self as the URL of GET /v0/things", quoted([self, "/v0/things"]))
    )
    assert.strictEqual(links(withLinks(undefined)).verdict, "breaks")
    assert.strictEqual(links(listOf([], { links: {} })).verdict, "breaks")
  })
})

describe("a verdict", () => {
  it("is the first that does not conform", () => {
    const [one, two] = [notShown("one"), breaks("a", "b")]
    assert.deepStrictEqual(worstOf(conforms, one, two), one)
    assert.deepStrictEqual(worstOf(conforms), conforms)
    assert.deepStrictEqual(worstOf(), conforms)
    assert.deepStrictEqual(expectTrue(true, "a", "b"), conforms)
    assert.deepStrictEqual(expectTrue(false, "a", "b"), two)
  })
})
