import { assert, describe, it } from "@effect/vitest"
import type { PlainNotice } from "@public-records/files/PlainNotice"
import { Result } from "effect"
import { noticeFilter } from "../src/notices/NoticeCondition.ts"
import { type NoticeFilter, NoticeStore } from "../src/store/NoticeStore.ts"

const noticeOf = (values: Partial<PlainNotice>): PlainNotice => ({
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

type Sorts = Parameters<NoticeStore["page"]>[1]

const idsOf = (store: NoticeStore, filter: NoticeFilter | undefined, sorts: Sorts) =>
  store.page(filter, sorts, { limit: 100, offset: 0 }).records.map(({ id }) => id)

/** Returns a filter that counts its calls. */
const countingFilter = (name: string, isMatch: (notice: PlainNotice) => boolean) => {
  const calls = { count: 0 }
  const filter: NoticeFilter = {
    name,
    test: (notice) => {
      calls.count += 1
      return isMatch(notice)
    }
  }
  return { filter, calls }
}

describe("the store of notices", () => {
  it("sorts by the time of creation in any time zone, then by id", () => {
    const store = new NoticeStore([
      noticeOf({ id: "d", created: created(3) }),
      noticeOf({ id: "c", created: created(1) }),
      noticeOf({ id: "b", created: created(2) }),
      noticeOf({ id: "B", created: created(1) }),
      noticeOf({ id: "e", created: "2013-09-24T22:00:00+02:00" }),
      noticeOf({ id: "a", created: "2013-09-24T20:01:00" })
    ])
    assert.strictEqual(store.size, 6)
    assert.deepStrictEqual(idsOf(store, undefined, []), ["d", "b", "c", "a", "B", "e"])
    assert.deepStrictEqual(
      ["e", "B", "none", "E"].map((id) => store.get(id)?.id),
      ["e", "B", undefined, undefined]
    )
  })

  it("has no notices of the FTC's site, which the service does not serve", () => {
    const store = new NoticeStore([noticeOf({ id: "site-20250001", created: "", updated: "" }), noticeOf({ id: "a" })])
    assert.deepStrictEqual([store.size, idsOf(store, undefined, [])], [1, ["a"]])
    assert.isUndefined(store.get("site-20250001"))
  })

  it("sorts by several fields in their directions, and breaks ties by id in the direction of the first", () => {
    const store = new NoticeStore([
      noticeOf({ id: "1", title: "beta", date: "2011-01-01" }),
      noticeOf({ id: "2", title: "Alpha", date: "2011-01-01" }),
      noticeOf({ id: "3", title: "alpha", date: "2011-01-02" }),
      noticeOf({ id: "4", title: "ALPHA", date: "2011-01-01" }),
      noticeOf({ id: "5", title: "beta", date: "2011-01-03" })
    ])
    const by = (...sorts: Sorts) => idsOf(store, undefined, sorts).join("")
    const all = { name: "all", lookups: [], test: () => true }
    const few = { name: "few", lookups: [], test: ({ id }: PlainNotice) => id > "2" }
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

  it("sorts times chronologically, even before 1970", () => {
    const years = ["2013-09-24", "1969-12-31", "1970-01-01", "1970-01-02", "1960-01-01", "2001-09-09"]
    const store = new NoticeStore(
      years.map((date) => noticeOf({ id: date, created: `${date}T00:00:01+00:00`, updated: `${date}T00:00:01+00:00` }))
    )
    for (const path of ["created", "updated", "changed"]) {
      assert.deepStrictEqual(idsOf(store, undefined, [{ path, order: "ASC" }]), years.toSorted(), path)
    }
  })

  it("breaks ties case-sensitively by id, in the direction of the first sort", () => {
    const store = new NoticeStore(["b", "a", "B"].map((id, n) => noticeOf({ id, created: created(n) })))
    const by = (...sorts: Sorts) => idsOf(store, undefined, sorts).join("")
    assert.strictEqual(by({ path: "title", order: "ASC" }, { path: "date", order: "DESC" }), "Bab")
    assert.strictEqual(by({ path: "title", order: "DESC" }, { path: "date", order: "ASC" }), "baB")
    assert.strictEqual(by({ path: "id", order: "ASC" }), "aBb")
  })

  it("sorts lists by their first different value", () => {
    const store = new NoticeStore([
      noticeOf({ id: "1", acquiredEntities: ["ab", "a"] }),
      noticeOf({ id: "2", acquiredEntities: ["a", "bb"] })
    ])
    assert.deepStrictEqual(idsOf(store, undefined, [{ path: "acquired-entities", order: "ASC" }]), ["2", "1"])
  })

  it("finds no empty fields by comparing them", () => {
    const store = new NoticeStore([noticeOf({ id: "1" }), noticeOf({ id: "2", acquiringParty: "A", tags: ["a"] })])
    for (const path of ["acquiring-party", "tags"]) {
      const filter = Result.getOrThrow(noticeFilter([{ path, operator: "<=", values: ["z"] }]))
      assert.deepStrictEqual(idsOf(store, filter, []), ["2"], path)
    }
  })

  it("caches lists by filter and order", () => {
    const store = new NoticeStore(
      Array.from({ length: 3 }, (_, n) => noticeOf({ id: String(n), title: String(3 - n), date: `2011-01-0${n + 1}` }))
    )
    const { filter, calls } = countingFilter("some", ({ id }) => id !== "1")
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
    // Once for each of the five combinations of filter and order.
    assert.strictEqual(calls.count, 15)
  })
})
