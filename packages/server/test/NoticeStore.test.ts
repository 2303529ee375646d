import { assert, describe, it } from "@effect/vitest"
import type { NoticeValues } from "../src/store/Notice.ts"
import { type NoticeFilter, NoticeIndex } from "../src/store/NoticeIndex.ts"
import { NoticeStore } from "../src/store/NoticeStore.ts"
import { SeededRandom } from "../src/SeededRandom.ts"

const noticeOf = (values: Partial<NoticeValues>): NoticeValues => ({
  id: "",
  title: "",
  transactionNumber: "",
  acquiringParty: "",
  acquiredParty: "",
  acquiredEntities: [],
  date: "2013-09-24",
  created: "2013-09-24T20:05:39+00:00",
  updated: "2013-09-24T20:05:39+00:00",
  tags: undefined,
  revision: "1",
  ...values
})

const created = (minute: number) => `2013-09-24T20:${String(minute).padStart(2, "0")}:00+00:00`

const idsOf = (store: NoticeStore, ...[filter, sorts]: Parameters<NoticeStore["select"]>) =>
  store
    .select(filter, sorts)
    .page(0, 100)
    .map((ordinal) => store.at(ordinal)?.id)

/** A filter that looks at every notice, and counts how often it does. */
const looking = (name: string, isMatch: (notice: NoticeValues) => boolean) => {
  const looks = { count: 0 }
  const filter: NoticeFilter = {
    name,
    lookups: [],
    test: (notice) => {
      looks.count += 1
      return isMatch(notice)
    }
  }
  return { filter, looks }
}

describe("the store of notices", () => {
  it("orders by the instant of creation, whatever its zone, and then by id; the first of an id counts", () => {
    const store = NoticeStore.of([
      noticeOf({ id: "d", created: created(3) }),
      noticeOf({ id: "c", created: created(1) }),
      noticeOf({ id: "b", created: created(2) }),
      noticeOf({ id: "B", created: created(1) }),
      noticeOf({ id: "e", created: "2013-09-24T22:00:00+02:00" }),
      noticeOf({ id: "a", created: "2013-09-24T20:01:00" }),
      noticeOf({ id: "c", created: created(9) })
    ])
    assert.strictEqual(store.size, 6)
    assert.deepStrictEqual(idsOf(store, undefined, []), ["d", "b", "c", "a", "B", "e"])
    assert.deepStrictEqual(
      [0, 1, 2, 3, 4, 5, 6].map((ordinal) => store.at(ordinal)?.id),
      ["e", "B", "a", "c", "b", "d", undefined]
    )
    assert.deepStrictEqual(
      ["e", "B", "b", "none", "E"].map((id) => store.ordinalOf(id)),
      [0, 1, 4, undefined, undefined]
    )
  })

  it("sorts by several fields, each in its direction, ties by id in the direction of the first", () => {
    const store = NoticeStore.of([
      noticeOf({ id: "1", title: "beta", date: "2011-01-01" }),
      noticeOf({ id: "2", title: "Alpha", date: "2011-01-01" }),
      noticeOf({ id: "3", title: "alpha", date: "2011-01-02" }),
      noticeOf({ id: "4", title: "ALPHA", date: "2011-01-01" }),
      noticeOf({ id: "5", title: "beta", date: "2011-01-03" })
    ])
    const by = (...sorts: Parameters<NoticeStore["select"]>[1]) => idsOf(store, undefined, sorts).join("")
    const all = { name: "all", lookups: [], test: () => true }
    const few = { name: "few", lookups: [], test: ({ id }: NoticeValues) => id > "2" }
    assert.strictEqual(by({ path: "title", order: "ASC" }, { path: "date", order: "ASC" }), "24315")
    assert.strictEqual(by({ path: "title", order: "ASC" }, { path: "date", order: "DESC" }), "32451")
    assert.strictEqual(by({ path: "title", order: "DESC" }, { path: "date", order: "ASC" }), "15423")
    assert.strictEqual(by({ path: "title", order: "DESC" }, { path: "date", order: "DESC" }), "51342")
    assert.strictEqual(by({ path: "date", order: "ASC" }, { path: "title", order: "ASC" }), "24135")
    const sorts = [
      { path: "title", order: "ASC" },
      { path: "date", order: "DESC" }
    ] as const
    assert.strictEqual(idsOf(store, all, sorts).join(""), "32451")
    assert.strictEqual(idsOf(store, few, sorts).join(""), "345")
    assert.strictEqual(idsOf(store, few, sorts.slice(0, 1)).join(""), "345")
    assert.strictEqual(idsOf(store, few, [{ path: "title", order: "DESC" }]).join(""), "543")
    assert.strictEqual(idsOf(store, few, []).join(""), "543")
    assert.strictEqual(by({ path: "no such field", order: "ASC" }), "12345")
  })

  it("sorts instants as instants, also such as lie before 1970", () => {
    const years = ["2013-09-24", "1969-12-31", "1970-01-01", "1970-01-02", "1960-01-01", "2001-09-09"]
    const store = NoticeStore.of(
      years.map((date) => noticeOf({ id: date, created: `${date}T00:00:01+00:00`, updated: `${date}T00:00:01+00:00` }))
    )
    for (const path of ["created", "updated", "changed"]) {
      assert.deepStrictEqual(idsOf(store, undefined, [{ path, order: "ASC" }]), years.toSorted(), path)
    }
  })

  it("breaks ties between ids that differ in case only as their texts do, in the direction of the first sort", () => {
    const store = NoticeStore.of(["b", "a", "B"].map((id, n) => noticeOf({ id, created: created(n) })))
    const by = (...sorts: Parameters<NoticeStore["select"]>[1]) => idsOf(store, undefined, sorts).join("")
    assert.strictEqual(by({ path: "title", order: "ASC" }, { path: "date", order: "DESC" }), "Bab")
    assert.strictEqual(by({ path: "title", order: "DESC" }, { path: "date", order: "ASC" }), "baB")
    assert.strictEqual(by({ path: "id", order: "ASC" }), "aBb")
  })

  it("takes a notice that is newer than all, and leaves the store before as it was", () => {
    const before = NoticeStore.of([noticeOf({ id: "1", title: "one", created: created(1) })])
    const after = before.withNewest(noticeOf({ id: "0", title: "two", created: created(2) }))
    assert.deepStrictEqual([before.size, after.size], [1, 2])
    assert.deepStrictEqual(idsOf(after, undefined, []), ["0", "1"])
    assert.strictEqual(after.ordinalOf("0"), 1)
    assert.isUndefined(before.ordinalOf("0"))
    const word = { name: "word", lookups: [{ field: "word", text: "two" }], test: undefined } as const
    assert.deepStrictEqual([idsOf(before, word, []), idsOf(after, word, [])], [[], ["0"]])
  })

  it("looks once at all notices for a list that is paged through, and again once much else was asked for", () => {
    const store = NoticeStore.of(Array.from({ length: 4 }, (_, n) => noticeOf({ id: String(n), created: created(n) })))
    const long = (first: string) => looking(first.padEnd(1_000_000, "x"), ({ id }) => id > first)
    const [first, second, third] = [long("0"), long("1"), long("2")]
    const ask = (...asked: ReadonlyArray<typeof first>) => asked.map(({ filter }) => idsOf(store, filter, []).length)
    const looks = () => [first, second, third].map(({ looks }) => looks.count)
    assert.deepStrictEqual(ask(first, first, second, second, third, third), [3, 3, 2, 2, 1, 1])
    assert.deepStrictEqual(looks(), [4, 4, 4])
    // The names of these four, and the seven ordinals that they find, are four million together.
    ask(looking("y".repeat(1_000_000 - 7), ({ id }) => id > "2"))
    assert.deepStrictEqual(ask(first, second, third), [3, 2, 1])
    assert.deepStrictEqual(looks(), [4, 4, 4])
    ask(looking("z", () => false))
    assert.deepStrictEqual(ask(second, third), [2, 1])
    assert.deepStrictEqual(looks(), [4, 4, 4])
    assert.deepStrictEqual(ask(first), [3])
    assert.deepStrictEqual(looks(), [8, 4, 4])
  })

  it("remembers a list by its filter and its order", () => {
    const store = NoticeStore.of(
      Array.from({ length: 3 }, (_, n) => noticeOf({ id: String(n), title: String(3 - n), date: `2011-01-0${n + 1}` }))
    )
    const { filter, looks } = looking("some", ({ id }) => id !== "1")
    const sorted = (path: string, other = "id") =>
      idsOf(store, filter, [
        { path, order: "ASC" },
        { path: other, order: "ASC" }
      ]).join("")
    const alone = (path: string) => idsOf(store, filter, [{ path, order: "ASC" }]).join("")
    for (let round = 0; round < 2; round++) {
      assert.deepStrictEqual([sorted("title"), sorted("date")], ["20", "02"])
      assert.deepStrictEqual([alone("title"), alone("date"), alone("id")], ["20", "02", "02"])
    }
    assert.strictEqual(looks.count, 3)
    const all = { name: "all", lookups: [], test: undefined }
    assert.strictEqual(idsOf(store, all, [{ path: "title", order: "ASC" }]).join(""), "210")
  })
})

describe("the lists that notices are looked up in", () => {
  it("have in common what each of them has, whatever their lengths", () => {
    const random = new SeededRandom(1)
    const chances = [1, 0.5, 0.1, 0.02]
    const notices = Array.from({ length: 300 }, (_, n) =>
      noticeOf({
        id: String(n),
        title: chances
          .flatMap((chance, word) => (random.fraction() < chance ? [`Word${word}`, `word${word}`] : []))
          .join(" ")
      })
    )
    const index = new NoticeIndex(notices)
    for (let words = 1; words < 2 ** chances.length; words++) {
      const asked = chances.flatMap((_, word) => (((words >>> word) & 1) === 1 ? [`word${word}`] : []))
      const found = index.find(asked.map((text) => ({ field: "word", text })))
      const expected = notices.flatMap(({ title }, n) => (asked.every((word) => title.includes(word)) ? [n] : []))
      assert.deepStrictEqual(Array.from(found ?? []), expected, asked.join())
    }
    assert.isUndefined(index.find([]))
    assert.strictEqual(index.find([{ field: "word", text: "none" }])?.length, 0)
  })
})
