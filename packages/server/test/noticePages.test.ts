import type { PlainNotice } from "@public-records/files/PlainNotice"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { generatedNotices } from "../src/dataset/generatedNotices.ts"
import { ReferenceServer } from "../src/index.ts"
import { ComplaintStore } from "../src/store/ComplaintStore.ts"
import { sendRequest } from "./requests.ts"

const feedPath = "/feeds/hsr-early-termination-notices.xml"
const browsePath = "/legal-library/browse/early-termination-notices"

const notices = generatedNotices(60, 1)

const served = (notices: ReadonlyArray<PlainNotice>) =>
  Effect.provide(
    ReferenceServer.layerInProcess({
      openRecords: Effect.succeed({ source: "notices", complaints: new ComplaintStore([]), notices })
    })
  )

const textOf = (path: string) => Effect.map(sendRequest(path, {}), ({ text }) => text)

const unescaped = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&")

const valuesIn = (html: string, name: string): ReadonlyArray<string> => {
  const [, items = ""] =
    new RegExp(`field--name-field-${name} .*?field__items">(.*?)</div>\\s*</div>\\s*</div>`, "s").exec(html) ?? []
  return `${items}</div>`
    .split('<div class="field__item">')
    .slice(1)
    .map((item) => unescaped(item.split("</div>")[0] ?? ""))
}

/** Returns what a reader finds in the fields of an item or a row. */
const read = (title: string, html: string) => ({
  title: unescaped(title),
  transactionNumber: valuesIn(html, "unique-identifier").join(),
  acquiringParty: valuesIn(html, "acquiring-party").join(),
  acquiredParty: valuesIn(html, "acquired-party").join(),
  acquiredEntities: valuesIn(html, "other-entities"),
  date: /field--name-field-date.*?<time datetime="(\d{4}-\d\d-\d\d)T12:00:00Z">/s.exec(html)?.[1] ?? ""
})

const expected = ({
  acquiredEntities,
  acquiredParty,
  acquiringParty,
  date,
  title,
  transactionNumber
}: PlainNotice) => ({
  title,
  transactionNumber,
  acquiringParty,
  acquiredParty,
  acquiredEntities,
  date
})

const item =
  /<item>\s*<title>(.*?)<\/title>\s*<link>(.*?)<\/link>\s*<description>(.*?)<\/description>\s*<pubDate>(.*?)<\/pubDate>/gs

const rowsIn = (html: string) =>
  html
    .split('<div class="views-row">')
    .slice(1)
    .map((row) => read(/node-title"><a href="[^"]*">(.*?)<\/a>/.exec(row)?.[1] ?? "", row))

const noticesIn = (html: string) => rowsIn(html).filter(({ title }) => /^\d/.test(title))

const byNumber = (records: ReadonlyArray<{ readonly transactionNumber: string }>) =>
  records.toSorted((left, right) => (left.transactionNumber < right.transactionNumber ? -1 : 1))

describe("the feed of notices", () => {
  it.effect("has the newest 20, with a link that ends in the number", () =>
    Effect.gen(function* () {
      const feed = yield* textOf(feedPath)
      const items = Array.from(feed.matchAll(item))
      assert.lengthOf(items, 20)
      const read20 = items.map(([, title = "", , description = ""]) => read(title, unescaped(description)))
      const dates = read20.map(({ date }) => date)
      assert.deepStrictEqual(dates, dates.toSorted().toReversed())
      const newest = notices
        .map(({ date }) => date)
        .toSorted()
        .toReversed()
      assert.deepStrictEqual(dates, newest.slice(0, 20))
      for (const [index, [, , link = "", description = "", published = ""]] of items.entries()) {
        const { transactionNumber = "" } = read20[index] ?? {}
        const notice = notices.find((one) => one.transactionNumber === transactionNumber)
        assert.deepStrictEqual(notice && expected(notice), read20[index])
        assert.strictEqual(link, `https://www.ftc.gov${browsePath}/${transactionNumber}`)
        assert.strictEqual(published, new Date(notice?.created ?? "").toUTCString())
        assert.deepStrictEqual(valuesIn(unescaped(description), "granting-status"), ["Granted"])
      }
    }).pipe(served(notices))
  )

  it.effect("has fewer items if there are fewer notices", () =>
    Effect.gen(function* () {
      for (const count of [0, 1, 19, 20, 21]) {
        const feed = yield* textOf(feedPath).pipe(served(notices.slice(0, count)))
        assert.lengthOf(Array.from(feed.matchAll(item)), Math.min(20, count))
      }
    })
  )

  const Text = Schema.String.check(Schema.isPattern(/^[ -~]{0,20}$/))
  it.effect.prop(
    "has any text as it is, and no field without one",
    { title: Text, party: Text, entities: Schema.Array(Text) },
    ({ entities, party, title }) => {
      const [notice] = generatedNotices(1, 1)
      const odd = notice && { ...notice, title, acquiringParty: party, acquiredEntities: entities }
      return Effect.gen(function* () {
        const [first] = Array.from((yield* textOf(feedPath)).matchAll(item))
        const [, readTitle = "", , description = ""] = first ?? []
        const present = { acquiredEntities: entities.filter((entity) => entity !== "") }
        assert.deepStrictEqual(read(readTitle, unescaped(description)), odd && { ...expected(odd), ...present })
        assert.strictEqual(unescaped(description).includes("acquiring-party"), party !== "")
      }).pipe(served(odd === undefined ? [] : [odd]))
    },
    { arbitrary: { runs: 50 } }
  )
})

describe("the browse pages of notices", () => {
  it.effect("have each notice once, 20 a page, and rows that are not notices", () =>
    Effect.gen(function* () {
      const pages = yield* Effect.forEach([0, 1, 2, 3], (page) => textOf(`${browsePath}?page=${page}`))
      assert.deepStrictEqual(
        pages.map((page) => noticesIn(page).length),
        [20, 20, 5, 0]
      )
      for (const page of pages) {
        assert.lengthOf(rowsIn(page), noticesIn(page).length + 1)
        assert.include(page, '<div class="view-header">45 results</div>')
      }
      const all = pages.flatMap(noticesIn)
      const dates = all.map(({ date }) => date)
      assert.deepStrictEqual(dates, dates.toSorted().toReversed())
      assert.deepStrictEqual(byNumber(all), byNumber(notices.slice(0, 45).map(expected)))
    }).pipe(served(notices.slice(0, 45)))
  )

  it.effect("begin with the first one without a number", () =>
    Effect.gen(function* () {
      const first = yield* textOf(`${browsePath}?page=0`)
      assert.include(first, '<div class="view-header">1,200 results</div>')
      for (const query of ["", "?page=", "?page=x", "?page=-1"]) {
        assert.strictEqual(yield* textOf(browsePath + query), first, query)
      }
      assert.lengthOf(noticesIn(yield* textOf(`${browsePath}?page=59`)), 20)
      assert.lengthOf(noticesIn(yield* textOf(`${browsePath}?page=60`)), 0)
    }).pipe(served(generatedNotices(1_200, 1)))
  )
})
