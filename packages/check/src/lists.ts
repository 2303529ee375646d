import { type Answer, at, brief, isList, quoted, recordsOf, textAt, type WireRecord } from "./Answer.ts"
import { breaks, conforms, differs, holds, notShown, type Verdict } from "./Verdict.ts"

/** The most records that a page has. */
export const mostOfPage = 50

/** Breaks where an answer is no list; else what its records show. */
export const ofList =
  (judge: (records: ReadonlyArray<WireRecord>, answer: Answer) => Verdict) =>
  (answer: Answer): Verdict =>
    isList(answer) ? judge(recordsOf(answer), answer) : breaks("status 200 with a list", brief(answer))

/** What the records of a list show; not shown where it has none. */
export const ofRecords = (judge: (records: ReadonlyArray<WireRecord>, answer: Answer) => Verdict) =>
  ofList((records, answer) => (records.length === 0 ? notShown("the list is empty") : judge(records, answer)))

/** Whether the records are in the order of a text; times of one form are. */
export const inOrder = (
  records: ReadonlyArray<WireRecord>,
  order: "ASC" | "DESC",
  momentOf: (record: WireRecord) => string
): Verdict => {
  // A record without a moment is judged by its form, not here.
  const moments = records.map(momentOf).filter((moment) => moment !== "")
  if (new Set(moments).size < 2) return notShown("the records of the page are of one moment")
  const stray = moments.findIndex((moment, index) => {
    const before = moments[index - 1] ?? moment
    return order === "ASC" ? before > moment : before < moment
  })
  return holds(
    stray === -1,
    order === "ASC" ? "the oldest first" : "the newest first",
    `${quoted(moments[stray])} after ${quoted(moments[stray - 1])}`
  )
}

/** Every record matches; and the record with which it was asked is there, unless the page is full. */
export const matching = (
  records: ReadonlyArray<WireRecord>,
  expected: string,
  wrongIn: (record: WireRecord) => string | undefined,
  source?: WireRecord
): Verdict => {
  const wrong = records.map(wrongIn).filter((came) => came !== undefined)
  if (wrong.length > 0)
    return breaks(expected, `${wrong.length} of ${records.length} others, such as ${quoted(wrong[0])}`)
  const isThere = source === undefined || records.length >= mostOfPage || records.some(({ id }) => id === source.id)
  return holds(isThere, `${expected}, the record ${quoted(source?.id)} among them`, `${records.length} without it`)
}

/** A page that should be the rows of the first page from `skipped` on. */
export const skipping = (
  records: ReadonlyArray<WireRecord>,
  first: ReadonlyArray<WireRecord>,
  skipped: number
): Verdict => {
  if (first.length <= skipped) return notShown(`there are no more than ${skipped} records`)
  const expected = `the records from number ${skipped + 1} on`
  const [begin] = records
  if (begin === undefined) return breaks(expected, "none")
  const position = first.findIndex(({ id }) => id === begin.id)
  const isStretch = records.every(({ id }, index) => id === (first[position + index]?.id ?? id))
  if (position === skipped && isStretch) return conforms
  return position > 0 && isStretch
    ? differs(24, `the page starts ${Math.abs(position - skipped)} ${position < skipped ? "early" : "late"}`)
    : breaks(expected, position === -1 ? "other records" : `the records from number ${position + 1} on`)
}

/** A page of so many records, where the list has as many. */
export const pageOf = (records: ReadonlyArray<WireRecord>, size: number, ofAll: number): Verdict =>
  ofAll < size
    ? notShown(`there are fewer than ${size} records`)
    : holds(records.length === size, `${size} records`, `${records.length}`)

/** The one record that was asked for. */
export const sameRecord = (answer: Answer, source: WireRecord | undefined): Verdict => {
  if (!isList(answer)) return breaks("status 200 with a list of one record", brief(answer))
  const records = recordsOf(answer)
  const [record] = records
  if (records.length !== 1 || record === undefined) return breaks("one record", `${records.length}`)
  if (record.id !== source?.id) return breaks(`the record ${quoted(source?.id)}`, `the record ${quoted(record.id)}`)
  const same = JSON.stringify(at(record.whole, "attributes")) === JSON.stringify(at(source.whole, "attributes"))
  return holds(same, "the attributes that the list has", "others")
}

/** What an id that nobody has is answered with. */
export const notFound = (answer: Answer): Verdict => {
  if (answer.status === 404) return conforms
  return isList(answer) && recordsOf(answer).length === 0
    ? differs(14, "an unknown id is answered with status 200 and no records")
    : breaks("status 404", brief(answer))
}

/** The members of an envelope that both collections have. */
export const envelope = (answer: Answer): Verdict => {
  if (!isList(answer)) return breaks("status 200 with a list", brief(answer))
  const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value)
  const lacks = ["meta", "links"].filter((name) => !isObject(at(answer.body, name)))
  return holds(lacks.length === 0, "the members data, meta and links", `no ${lacks.join(" and no ")}`)
}

/** The content type, without its parameters. */
export const contentType = ({ headers }: Answer): string =>
  (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? ""

/** Links that lead to the service itself, without a key. **Gotchas** what they lead to is not asked. */
export const ownLinks = (links: ReadonlyArray<string>, asked: string, origin: string): Verdict => {
  const keyed = links.find((link) => /[?&]api_key=/.test(link))
  if (keyed !== undefined) return breaks("links without the key", "a link with api_key")
  const read = links.map((link) => (URL.canParse(link) ? new URL(link) : undefined))
  if (read.length === 0 || read.includes(undefined)) return breaks(`links.self as the URL of ${asked}`, quoted(links))
  const foreign = read.find((url) => url?.origin !== origin)
  return foreign === undefined ? conforms : differs(23, `links lead to ${foreign.origin}`)
}

/** The value of `links.self`, of either form. */
export const selfOf = (whole: unknown): string =>
  textAt(whole, "links", "self") || textAt(whole, "links", "self", "href")
