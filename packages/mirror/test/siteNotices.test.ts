import { assert, describe, it } from "@effect/vitest"
import type { PlainNotice } from "@public-records/files/PlainNotice"
import { Result, Schema } from "effect"
import { noticeFeed, noticePage } from "../../server/src/site/noticePages.ts"
import { NoticeStore } from "../../server/src/store/NoticeStore.ts"
import { readFeed, readPage, type SiteNotices } from "../src/site/siteNotices.ts"

/** The fields of a notice as Drupal writes them, with spaces and line ends around the values. */
const fields = `
  <div class="field field--name-field-date field--type-datetime field--label-inline clearfix">
    <div class="field__label">Date</div>
    <div class="field__item"><time datetime="2025-03-31T12:00:00Z" class="datetime">March 31, 2025</time></div>
  </div>
  <div class="field field--name-field-unique-identifier field--type-string field--label-inline clearfix">
    <div class="field__label">Transaction Number</div>
    <div class='field__items'><div class="field__item">
      20251002 </div></div>
  </div>
  <div class="field--name-field-acquiring-party field"><div class="field__items"><div class="field__item">Harbor &amp; Finch, Inc.</div></div></div>
  <div class="field field--name-field-acquired-party field__item">Société\n   Exemple&nbsp;S.A.</div>
  <div class="field field--name-field-other-entities field--label-inline">
    <div class="field__items"><div class="field__item">Exemple <em>Glass</em> LLC</div><div class="field__item"></div><div class="field__item">B &lt;Two&gt;</div></div>
  </div>
  <div class="field field--name-field-granting-status"><div class="field__item">Granted</div></div>`

const notice: PlainNotice = {
  id: "site-20251002",
  title: "20251002: Harbor & Finch, Inc.; Société Exemple S.A.",
  transactionNumber: "20251002",
  acquiringParty: "Harbor & Finch, Inc.",
  acquiredParty: "Société Exemple S.A.",
  acquiredEntities: ["Exemple Glass LLC", "B <Two>"],
  date: "2025-03-31",
  created: "",
  updated: "",
  tags: undefined,
  revision: "1"
}

const escaped = (html: string): string => html.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

const item = (title: string, description: string): string =>
  `<item><title>${escaped(title)}</title>
   <link>https://www.ftc.gov/legal-library/browse/early-termination-notices/20251002</link>
   <description>${description}</description><pubDate>Tue, 01 Apr 2025 09:51:49 -0400</pubDate>
   <dc:creator>somebody</dc:creator><guid isPermaLink="false">87977 at https://www.ftc.gov</guid></item>`

const feed = (...items: ReadonlyArray<string>): string =>
  `<?xml version="1.0" encoding="utf-8"?><rss version="2.0" xml:base="https://www.ftc.gov/"><channel>
   <title>Early Termination Notices</title><link>https://www.ftc.gov/</link>${items.join("\n")}</channel></rss>`

const row = (title: string, content: string): string =>
  `<div class="views-row"><article about="/legal-library/browse/x" class="node node--type-notice">
   <h3 class="node-title"><a href="/legal-library/browse/x"><span>${escaped(title)}</span></a></h3>${content}</article></div>`

const page = (...rows: ReadonlyArray<string>): string =>
  `<!DOCTYPE html><html><head><title>Early Termination Notices</title></head><body><div class="view-content">
   ${rows.join("\n")}</div><ul class="pager"><li>1<li>2</ul></body></html>`

describe("the feed of notices", () => {
  it.each([
    ["escaped HTML", escaped(fields)],
    ["HTML in a CDATA section", `<![CDATA[${fields}]]>`]
  ])("has the fields of each notice as %s", (_, description) => {
    assert.deepStrictEqual(readFeed(feed(item(notice.title, description))), Result.succeed([notice]))
  })
})

describe("a browse page of notices", () => {
  it("has the fields of each notice, between rows that are no notices", () => {
    const second = { ...notice, id: "site-20251003", transactionNumber: "20251003", title: "20251003: A; B" }
    const html = page(
      row("New HSR thresholds and filing fees for 2026", "<p>…</p>"),
      row(notice.title, fields),
      row("Statement of 31 March", fields),
      row(second.title, fields.replace("20251002", "20251003"))
    )
    assert.deepStrictEqual(readPage(html), Result.succeed([notice, second]))
  })
})

describe("a page of notices that is not as expected", () => {
  const withoutField = (name: string): string => fields.replace(`field-${name}`, "field-x")
  it.each<readonly [description: string, fields: string, why: string]>([
    [
      "no transaction number",
      withoutField("unique-identifier"),
      'the notice "20251002: A & B; C" has no transaction number'
    ],
    [
      "a number with a letter",
      fields.replace("20251002", "2025-A"),
      'the notice "20251002: A & B; C" has no transaction number'
    ],
    ["no date", withoutField("date"), 'the date "" is not a valid date'],
    ["a date without a machine's form", fields.replace("datetime=", "title="), 'the date "" is not a valid date'],
    [
      "a date that does not exist",
      fields.replace("2025-03-31", "2025-02-30"),
      'the date "2025-02-30" is not a valid date'
    ]
  ])("is refused if a notice has %s", (_, changed, why) => {
    const title = "20251002: A & B; C"
    assert.deepStrictEqual(
      readFeed(feed(item(notice.title, escaped(fields)), item(title, escaped(changed)))),
      Result.fail(why)
    )
    assert.deepStrictEqual(readPage(page(row(notice.title, fields), row(title, changed))), Result.fail(why))
  })

  it.each([
    ["an empty body", ""],
    ["a page with a sentence", "<html><body>We are closed.</body></html>"],
    ["a feed without items", feed()],
    ["a page without rows", page()],
    ["other rows only", page(row("Thresholds", fields))],
    ["other items only", feed(item("Thresholds", escaped(fields)))],
    ["JSON", '{"items":[]}']
  ])("is refused if it is %s", (_, body) => {
    const refused: SiteNotices = Result.fail("it has no notices")
    assert.deepStrictEqual(readFeed(body), refused)
    assert.deepStrictEqual(readPage(body), refused)
  })
})

/** A text as a browser shows it: any space is one. */
const Name = Schema.String.check(Schema.isPattern(/^[A-Za-z&<>"';:,é漢😀#]{1,8}( [A-Za-z&<>"';:,é漢😀#]{1,8}){0,3}$/u))

const asRead = (one: PlainNotice): PlainNotice => ({
  ...one,
  id: `site-${one.transactionNumber}`,
  created: "",
  updated: ""
})

describe("notices that the reference server shows as the site", () => {
  it.prop(
    "are read back from the feed and from a browse page",
    {
      numbers: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 99_999_999 }))).check(
        Schema.isMinLength(1),
        Schema.isMaxLength(20),
        Schema.isUnique()
      ),
      names: Schema.Tuple([Name, Name, Name, Name])
    },
    ({ names: [acquiringParty, acquiredParty, ...acquiredEntities], numbers }) => {
      const notices = numbers.map((number, index): PlainNotice => {
        const transactionNumber = String(number)
        const title = `${transactionNumber}: ${acquiringParty}; ${acquiredParty}`
        const date = `2025-03-${String(31 - index)}`
        const entities = acquiredEntities.slice(index % 3)
        return {
          ...notice,
          id: `service ${number}`,
          transactionNumber,
          title,
          acquiringParty,
          acquiredParty,
          acquiredEntities: entities,
          date,
          created: `${date}T12:00:00+00:00`,
          updated: `${date}T12:00:00+00:00`
        }
      })
      const store = new NoticeStore(notices)
      const expected = Result.succeed(notices.map(asRead))
      assert.deepStrictEqual(readFeed(noticeFeed(store)), expected)
      assert.deepStrictEqual(readPage(noticePage(store, 0)), expected)
    }
  )
})
