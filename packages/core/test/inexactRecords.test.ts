import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { type Complaint, ComplaintQuery, type Notice, NoticeQuery, PublicRecords } from "../src/index.ts"
import { clientOf, complaintRecord, fakeService, advanceUntil } from "./FakeService.ts"

const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels)

/** Returns a complaint as JSON text, because no JavaScript value is printed as `1e999`. */
const complaintJson = (id: string, city: string, more = ""): string => {
  const { attributes, type } = complaintRecord(id)
  const members = Object.entries({ ...attributes, "consumer-state": "Ohio" }).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`
  )
  return `{"type":"${type}","id":"${id}","attributes":{${members.join(",")},"consumer-city":${city}}${more}}`
}

const noticeJson = (id: string, tags: string): string =>
  `{"type":"early_termination_notice","id":"${id}","attributes":{"date":"2011-04-11","created":"2011-04-11T00:00:00+00:00",` +
  `"updated":"2011-04-11T00:00:00+00:00","tags":${tags}}}`

const decodePage = (records: ReadonlyArray<string>): Response =>
  new Response(`{"data":[${records.join(",")}]}`, { headers: { "content-type": "application/json" } })

const complaintsFrom = (records: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const service = fakeService(() => decodePage(records))
    const page = PublicRecords.use(({ complaints }) => complaints.page(ComplaintQuery.default))
    return yield* advanceUntil(yield* Effect.forkChild(Effect.provide(page, clientOf(service))))
  })

const noticesFrom = (records: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const service = fakeService(() => decodePage(records))
    const page = PublicRecords.use(({ notices }) => notices.page(NoticeQuery.default))
    return yield* advanceUntil(yield* Effect.forkChild(Effect.provide(page, clientOf(service))))
  })

const citiesOf = (records: ReadonlyArray<Complaint>) => records.map(({ consumerCity }) => consumerCity)
const tagsOf = (records: ReadonlyArray<Notice>) => records.map(({ tags }) => tags)

describe("a record with an inexact value", () => {
  for (const [what, json] of [
    ["a number too large for JavaScript", "1e999"],
    ["an integer that JavaScript rounds", "9007199254740993"],
    ["a negative integer that JavaScript rounds", "-9007199254740993"],
    ["a negative number too large for JavaScript", "-1e999"],
    ["an unpaired surrogate", String.raw`"Colum\ud800bus"`],
    ["6,000 levels of arrays", nested(6000)]
  ] as const) {
    it.effect(`is rejected without the others: ${what}`, () =>
      Effect.gen(function* () {
        const page = yield* complaintsFrom([
          complaintJson("a", '"Akron"'),
          complaintJson("b", json),
          complaintJson("c", '"Dayton"')
        ])
        assert.deepStrictEqual(citiesOf(page.records), ["Akron", "Dayton"])
        assert.strictEqual(page.rejected.length, 1)
        assert.match(page.rejected[0]?.reason ?? "", /consumer-city/)
        assert.include(JSON.stringify(page.rejected[0]?.raw), '"id":"b"')
      })
    )
  }

  it.effect("is accepted if the value is exact: a NUL, a surrogate pair, the largest exact number", () =>
    Effect.gen(function* () {
      const page = yield* complaintsFrom([
        complaintJson("a", String.raw`"A\u0000kron"`),
        complaintJson("b", String.raw`"\ud83d\ude00"`),
        complaintJson("c", "9007199254740991")
      ])
      assert.deepStrictEqual(citiesOf(page.records), ["A\0kron", "😀", "9007199254740991"])
      assert.strictEqual(page.rejected.length, 0)
    })
  )

  it.effect("is accepted if the value is in an unknown member", () =>
    Effect.gen(function* () {
      const more = `,"__proto__":{"id":"x"},"seq":1e999,"meta":${nested(6000)}`
      const page = yield* complaintsFrom([complaintJson("a", '"Akron"', more)])
      assert.deepStrictEqual(
        page.records.map(({ id }) => id),
        ["a"]
      )
    })
  )

  it.effect("is rejected for inexact tags, but exact tags are unchanged", () =>
    Effect.gen(function* () {
      const page = yield* noticesFrom([
        noticeJson("a", '["x",{"__proto__":{"y":1}},7.5]'),
        noticeJson("b", "[1e999]"),
        noticeJson("c", String.raw`["\udc00"]`),
        noticeJson("d", `{"${String.raw`\udc00`}":1}`),
        noticeJson("e", `[${nested(63)}]`),
        noticeJson("f", `[${nested(64)}]`),
        noticeJson("g", '{"a":1,"b":1e999}'),
        noticeJson("h", '{"a":'.repeat(64) + "1" + "}".repeat(64)),
        noticeJson("i", '{"a":'.repeat(65) + "1" + "}".repeat(65))
      ])
      assert.strictEqual(JSON.stringify(tagsOf(page.records)[0]), '["x",{"__proto__":{"y":1}},7.5]')
      assert.deepStrictEqual(
        page.records.map(({ id }) => id),
        ["a", "e", "h"]
      )
      assert.strictEqual(page.rejected.length, 6)
      for (const { reason } of page.rejected) assert.match(reason, /tags/)
    })
  )

  it.effect("is rejected for an id that UTF-8 cannot encode", () =>
    Effect.gen(function* () {
      const page = yield* complaintsFrom([complaintJson(String.raw`\ud800`, '"Akron"')])
      assert.strictEqual(page.records.length, 0)
      assert.match(page.rejected[0]?.reason ?? "", /"id"/)
    })
  )
})

it.effect("can be written as JSON after it was rejected", () =>
  Effect.gen(function* () {
    const raws = [nested(6000), `{"id":"x","a":${nested(6000)}}`, "1e999", '{"__proto__":{"polluted":1e999}}']
    const { rejected } = yield* complaintsFrom(raws)
    assert.strictEqual(rejected.length, raws.length)
    const written = rejected.map(({ raw }) => JSON.stringify(raw))
    assert.match(written[0] ?? "", /^\[{64}"[^"]*64 levels[^"]*"\]{64}$/)
    assert.match(written[1] ?? "", /^\{"id":"x","a":\[/)
    assert.deepStrictEqual(written.slice(2), ["null", '{"__proto__":{"polluted":null}}'])
  })
)

it.effect("does not stop a walk, even on pages with only such records", () =>
  Effect.gen(function* () {
    const pages = [
      [complaintJson("a", '"Akron"')],
      [complaintJson("b", "1e999"), nested(6000), complaintJson("c", nested(6000))],
      [complaintJson("d", '"Dayton"')]
    ]
    const service = fakeService((url) => {
      const offset = Number(url.searchParams.get("offset") ?? 0)
      const all = pages.flat()
      return decodePage(all.slice(offset, offset + 3))
    })
    const collectWalk = PublicRecords.use(({ complaints }) =>
      Stream.runCollect(complaints.stream(ComplaintQuery.default))
    )
    const records = yield* advanceUntil(yield* Effect.forkChild(Effect.provide(collectWalk, clientOf(service))))
    assert.deepStrictEqual(citiesOf(records), ["Akron", "Dayton"])
  })
)
