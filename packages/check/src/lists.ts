import { Equal } from "effect"
import { type Evaluate, type Newest, type Received } from "./Row.ts"
import { type ProbeResponse, at, brief, isList, quoted, recordsOf, textAt, type WireRecord } from "./ProbeResponse.ts"
import { breaks, conforms, differs, expectTrue, notShown, type Verdict } from "./Verdict.ts"

/** The maximum number of records on a page. */
export const maxPageSize = 50

type EvaluateRecords = (records: ReadonlyArray<WireRecord>, response: ProbeResponse, received: Received) => Verdict

/** Evaluates the records of a list. Returns "breaks" if the response is not a list. */
export const ofList =
  (evaluate: EvaluateRecords): Evaluate =>
  (response, received) =>
    isList(response)
      ? evaluate(recordsOf(response), response, received)
      : breaks("status 200 with a list", brief(response))

/** Evaluates the records of a list. Returns "notShown" if the list is empty. */
export const ofRecords = (evaluate: EvaluateRecords): Evaluate =>
  ofList((records, response, received) =>
    records.length === 0 ? notShown("the list is empty") : evaluate(records, response, received)
  )

/** Checks that records are sorted by a timestamp. Compares strings, so all timestamps must have the same format. */
export const inOrder = (
  records: ReadonlyArray<WireRecord>,
  order: "ASC" | "DESC",
  momentOf: (record: WireRecord) => string
): Verdict => {
  // Another statement reports records without a timestamp.
  const moments = records.map(momentOf).filter((moment) => moment !== "")
  if (new Set(moments).size < 2) return notShown("all records of the page have the same timestamp")
  const stray = moments.findIndex((moment, index) => {
    const before = moments[index - 1] ?? moment
    return order === "ASC" ? before > moment : before < moment
  })
  return expectTrue(
    stray === -1,
    order === "ASC" ? "the oldest first" : "the newest first",
    `${quoted(moments[stray])} after ${quoted(moments[stray - 1])}`
  )
}

/** Checks that a list is sorted by a timestamp. */
export const sorted = (order: "ASC" | "DESC", momentOf: (record: WireRecord) => string): Evaluate =>
  ofRecords((records) => inOrder(records, order, momentOf))

/** Checks that every record matches, and that those whose values the filter used, `sources`, are included unless the page is full. */
export const matching = (
  records: ReadonlyArray<WireRecord>,
  expected: string,
  mismatchIn: (record: WireRecord) => string | undefined,
  ...sources: ReadonlyArray<WireRecord | undefined>
): Verdict => {
  const wrong = records.map(mismatchIn).filter((value) => value !== undefined)
  if (wrong.length > 0)
    return breaks(expected, `${wrong.length} of ${records.length} records do not match, such as ${quoted(wrong[0])}`)
  const ids = new Set(records.map(({ id }) => id))
  const missing = sources.find((source) => source !== undefined && !ids.has(source.id))
  return expectTrue(
    missing === undefined || records.length >= maxPageSize,
    `${expected}, including the record ${quoted(missing?.id)}`,
    `${records.length} records without it`
  )
}

/** Checks that a page contains the records of the newest page after the first `skipped` ones. */
export const skipping = (skipped: number): Evaluate =>
  ofList((records, _, { newest }) => {
    if (newest.length <= skipped) return notShown(`there are only ${newest.length} records`)
    const expected = `the records starting with number ${skipped + 1}`
    const [begin] = records
    if (begin === undefined) return breaks(expected, "no records")
    const position = newest.findIndex(({ id }) => id === begin.id)
    const isContiguous = records.every(({ id }, index) => id === (newest[position + index]?.id ?? id))
    if (position === skipped && isContiguous) return conforms
    return position > 0 && isContiguous
      ? differs(38, `the page starts ${Math.abs(position - skipped)} ${position < skipped ? "early" : "late"}`)
      : breaks(expected, position === -1 ? "other records" : `the records starting with number ${position + 1}`)
  })

/** Checks that a page that starts after `skipped` records has `size` records, if the list has that many. */
export const pageOf = (size: number, skipped: number): Evaluate =>
  ofList(({ length }, _, { newest }) =>
    newest.length - skipped < size
      ? notShown(`there are fewer than ${size} records`)
      : expectTrue(length === size, `${size} records`, `${length}`)
  )

/** Returns the newest record, if it has an id. */
export const newestRecord = ([record]: Newest): WireRecord | undefined => (record?.id === "" ? undefined : record)

/** Checks that a response contains only the record of the newest page, unchanged. */
export const sameRecord =
  (source: WireRecord): Evaluate =>
  (response) => {
    if (!isList(response)) return breaks("status 200 with a list of one record", brief(response))
    const records = recordsOf(response)
    const [record] = records
    if (records.length !== 1 || record === undefined) return breaks("one record", `${records.length}`)
    if (record.id !== source.id) return breaks(`the record ${quoted(source.id)}`, `the record ${quoted(record.id)}`)
    const same = Equal.equals(at(record.whole, "attributes"), at(source.whole, "attributes"))
    return expectTrue(same, "the same attributes as in the list", "different attributes")
  }

/** Checks the response to an unknown id. */
export const notFound = (response: ProbeResponse): Verdict => {
  if (response.status === 404) return conforms
  return isList(response) && recordsOf(response).length === 0
    ? differs(28, "the response to an unknown id has status 200 and no records")
    : breaks("status 404", brief(response))
}

/** Checks the envelope members that both collections have. */
export const envelope = (response: ProbeResponse): Verdict => {
  if (!isList(response)) return breaks("status 200 with a list", brief(response))
  const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value)
  const lacks = ["meta", "links"].filter((name) => !isObject(at(response.body, name)))
  return expectTrue(lacks.length === 0, "the members data, meta and links", `no ${lacks.join(" and no ")}`)
}

/** Returns the content type without its parameters. */
export const contentType = ({ headers }: ProbeResponse): string =>
  (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? ""

/** Checks that the links of a list and its records point to the service and do not contain a key. They are not requested. */
export const ownLinks = (origin: string): Evaluate =>
  ofList((records, { body, request }) => {
    const links = [body, ...records.map(({ whole }) => whole)].map(selfOf)
    if (links.some((link) => /[?&]api_key=/.test(link))) return breaks("links without the key", "a link with api_key")
    if (!links.every((link) => URL.canParse(link))) return breaks(`links.self as the URL of ${request}`, quoted(links))
    const foreign = links.map((link) => new URL(link).origin).find((other) => other !== origin)
    return foreign === undefined ? conforms : differs(7, `links point to ${foreign}`)
  })

/** Checks that a page has at most 50 records if more were requested with a parameter. */
export const cappedPage =
  (parameter: string, statement: number): Evaluate =>
  (response, received) =>
    response.status === 400
      ? differs(statement, `${parameter} above 50 is rejected`)
      : ofList(({ length }, _, { newest }) =>
          length > maxPageSize || newest.length >= maxPageSize
            ? expectTrue(length === maxPageSize, "50 records", `${length}`)
            : notShown("there are fewer than 50 records")
        )(response, received)

/** Returns `links.self`, which is a string for complaints and an object with `href` for notices. */
const selfOf = (whole: unknown): string => textAt(whole, "links", "self") || textAt(whole, "links", "self", "href")
