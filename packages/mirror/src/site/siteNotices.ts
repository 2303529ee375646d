import { noticeFromJson } from "@public-records/files/noticeRecords"
import { type PlainNotice, sitePrefix } from "@public-records/files/PlainNotice"
import { Result } from "effect"
import { DomUtils, parseDocument } from "htmlparser2"
import { noticeFields, noticeTitle, rowClass, titleClass, valueClass } from "./ftcSite.ts"

type Nodes = Parameters<typeof DomUtils.textContent>[0]

const textOf = (nodes: Nodes): string => DomUtils.textContent(nodes).replaceAll(/\s+/g, " ").trim()

/** Returns the elements of a class among some nodes and below them. */
const ofClass = (nodes: Nodes, name: string) =>
  DomUtils.getElementsByClassName((names = "") => names.split(/\s+/).includes(name), nodes)

const valuesOf = (nodes: Nodes, field: string): ReadonlyArray<string> =>
  ofClass(ofClass(nodes, field), valueClass)
    .map(textOf)
    .filter((value) => value !== "")

const noticeOf = (title: string, nodes: Nodes): Result.Result<PlainNotice, string> => {
  const [transactionNumber = ""] = valuesOf(nodes, noticeFields.transactionNumber)
  if (!/^\d+$/.test(transactionNumber))
    return Result.fail(`the notice ${JSON.stringify(title.slice(0, 100))} has no transaction number`)
  const [time] = DomUtils.getElementsByTagName("time", ofClass(nodes, noticeFields.date))
  return noticeFromJson({
    id: sitePrefix + transactionNumber,
    transactionNumber,
    title,
    acquiringParty: valuesOf(nodes, noticeFields.acquiringParty)[0],
    acquiredParty: valuesOf(nodes, noticeFields.acquiredParty)[0],
    acquiredEntities: valuesOf(nodes, noticeFields.acquiredEntities),
    date: time?.attribs["datetime"]?.slice(0, 10)
  })
}

/** The notices of a page, or what is wrong with it. */
export type SiteNotices = Result.Result<ReadonlyArray<PlainNotice>, string>

const noticesOf = (rows: ReadonlyArray<readonly [title: string, fields: Nodes]>): SiteNotices => {
  const notices = rows.filter(([title]) => noticeTitle.test(title))
  if (notices.length === 0) return Result.fail("it has no notices")
  return Result.all(notices.map(([title, fields]) => noticeOf(title, fields)))
}

/** Reads the feed. The fields of a notice are HTML in its description. */
export const readFeed = (xml: string): SiteNotices => {
  const items = DomUtils.getElementsByTagName("item", parseDocument(xml, { xmlMode: true }))
  const textIn = (item: Nodes, name: string) => textOf(DomUtils.getElementsByTagName(name, item))
  return noticesOf(items.map((item) => [textIn(item, "title"), parseDocument(textIn(item, "description"))]))
}

/** Reads a browse page. */
export const readPage = (html: string): SiteNotices =>
  noticesOf(ofClass(parseDocument(html), rowClass).map((row) => [textOf(ofClass(row, titleClass)), row]))
