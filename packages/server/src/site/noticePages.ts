import type { PlainNotice } from "@public-records/files/PlainNotice"
import { instantOf } from "@public-records/files/text"
import { httpDate } from "../requests/httpDate.ts"
import type { NoticeStore } from "../store/NoticeStore.ts"

export const browsePath = "/legal-library/browse/early-termination-notices"

/** The number of notices in the feed, and on a browse page. */
const pageSize = 20

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)

/** Returns a field as Drupal prints it, or "" without values. `values` are HTML. */
const field = (name: string, label: string, values: ReadonlyArray<string>): string => {
  if (values.length === 0) return ""
  const items = values.map((value) => `<div class="field__item">${value}</div>`).join("\n")
  return `<div class="field field--name-field-${name} field--label-inline">
<div class="field__label">${label}</div>
<div class="field__items">
${items}
</div>
</div>
`
}

const textField = (name: string, label: string, values: ReadonlyArray<string>): string =>
  field(name, label, values.filter((value) => value !== "").map(escaped))

/** Returns the fields of a notice, which the feed and the browse pages have in common. */
const fieldsOf = (notice: PlainNotice): string =>
  [
    field("date", "Date", [`<time datetime="${escaped(notice.date)}T12:00:00Z">${escaped(notice.date)}</time>`]),
    textField("unique-identifier", "Transaction Number", [notice.transactionNumber]),
    textField("acquiring-party", "Acquiring Party", [notice.acquiringParty]),
    textField("acquired-party", "Acquired Party", [notice.acquiredParty]),
    textField("other-entities", "Acquired Entities", notice.acquiredEntities),
    textField("granting-status", "Granting Status", ["Granted"])
  ].join("")

const pathOf = ({ transactionNumber }: PlainNotice): string => `${browsePath}/${encodeURIComponent(transactionNumber)}`

const noticesOn = (store: NoticeStore, page: number) =>
  store.page(undefined, [{ path: "date", order: "DESC" }], { limit: pageSize, offset: page * pageSize })

const feedItem = (notice: PlainNotice): string => `<item>
<title>${escaped(notice.title)}</title>
<link>https://www.ftc.gov${pathOf(notice)}</link>
<description>${escaped(fieldsOf(notice))}</description>
<pubDate>${httpDate(instantOf(notice.created) ?? 0)}</pubDate>
</item>
`

/** Returns the feed of the newest notices as RSS. */
export const noticeFeed = (store: NoticeStore): string =>
  `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0">
<channel>
<title>HSR Early Termination Notices</title>
<link>https://www.ftc.gov${browsePath}</link>
${noticesOn(store, 0).records.map(feedItem).join("")}</channel>
</rss>
`

const row = (path: string, title: string, content: string): string => `<div class="views-row">
<article about="${path}">
<h3 class="node-title"><a href="${path}">${escaped(title)}</a></h3>
${content}</article>
</div>`

/** A row that is not a notice. On the site, such rows are between the notices. */
const otherRow = row("/legal-library/browse/example", "Example of new thresholds and filing fees", "<p>Example.</p>\n")

/** Returns the content of a browse page. The first page has the number 0. */
export const noticePage = (store: NoticeStore, page: number): string => {
  const { records, total } = noticesOn(store, page)
  const rows = records.map((notice) => row(pathOf(notice), notice.title, fieldsOf(notice)))
  return `<div class="view-header">${total.toLocaleString("en-US")} results</div>
${rows.toSpliced(1, 0, otherRow).join("\n")}`
}
