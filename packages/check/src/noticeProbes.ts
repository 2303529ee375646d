import { attribute, recordsOf, type WireRecord } from "./ProbeResponse.ts"
import { dependentProbe, fixedProbe, type ProbeResponses, encode, type Probe } from "./Probe.ts"

const list = "/v0/hsr-early-termination-notices"

/** Returns the newest notices, from the first response for notices. */
export const newestNotices = (responses: ProbeResponses): ReadonlyArray<WireRecord> => {
  const newest = responses.get("newest notices")
  return newest === undefined ? [] : recordsOf(newest)
}

/** Finds two consecutive words in a title, separated by one space. */
const wordsOf = (record: WireRecord): RegExpExecArray | null =>
  /\b([A-Za-z]{4,})( )([A-Za-z]{3,})\b/.exec(attribute(record, "title"))

/** Returns the newest notice whose title has two consecutive words. */
export const titledNotice = (responses: ProbeResponses): WireRecord | undefined =>
  newestNotices(responses).find((record) => wordsOf(record) !== null)

/** Returns two consecutive words from the title of the newest notice that has them, such as `Icahn Enterprises`. */
export const titleWords = (responses: ProbeResponses): readonly [one: string, other: string] | undefined => {
  const source = titledNotice(responses)
  const found = source === undefined ? null : wordsOf(source)
  return found === null ? undefined : [found[1] ?? "", found[3] ?? ""]
}

/** Returns the middle of a word, which `CONTAINS` finds and a keyword filter does not. */
export const partOfWord = (word: string): string => word.slice(1, -1)

const byWords = (name: string, query: (one: string, other: string) => string): Probe =>
  dependentProbe(name, "a notice with a title of two words", titleWords, (words) => `${list}?${query(...words)}`)

/** Returns the newest notice that has the attribute. */
export const noticeWith = (responses: ProbeResponses, name: string): WireRecord | undefined =>
  newestNotices(responses).find((record) => attribute(record, name) !== "")

const byAttribute = (name: string, attributeName: string, query: (value: string) => string): Probe =>
  dependentProbe(
    name,
    `a notice with a ${attributeName}`,
    (responses) => noticeWith(responses, attributeName),
    (source) => `${list}?${query(encode(attribute(source, attributeName)))}`
  )

const byId = (name: string, path: (id: string) => string): Probe =>
  dependentProbe(
    name,
    "a notice",
    (responses) => newestNotices(responses)[0]?.id || undefined,
    (id) => `${list}${path(encode(id))}`
  )

// %5B and %5D are brackets, %3D is the operator "=", %22 the double quote.
const createdDescending = "sort%5Bnewest%5D%5Bpath%5D=created&sort%5Bnewest%5D%5Bdirection%5D=DESC"

/** Probes for notices. Parameter names are written out here so that the check does not depend on the client. */
export const noticeProbes: ReadonlyArray<Probe> = [
  fixedProbe("newest notices", { path: `${list}?${createdDescending}` }),
  fixedProbe("oldest notices", {
    path: `${list}?sort%5Boldest%5D%5Bpath%5D=created&sort%5Boldest%5D%5Bdirection%5D=ASC&page%5Blimit%5D=100`
  }),
  fixedProbe("notices by their last update", { path: `${list}?sort%5Bupdate%5D%5Bpath%5D=changed` }),
  fixedProbe("notices from the third", { path: `${list}?${createdDescending}&page%5Blimit%5D=5&page%5Boffset%5D=3` }),
  byWords("keyword", (one) => `filter%5Btitle%5D%5Bvalue%5D=${encode(one.toLowerCase())}`),
  byWords("phrase", (one, other) => `filter%5Btitle%5D%5Bvalue%5D=%22${encode(`${one} ${other}`)}%22`),
  byWords(
    "part of a title",
    (one) => `filter%5Btitle%5D%5Boperator%5D=CONTAINS&filter%5Btitle%5D%5Bvalue%5D=${encode(partOfWord(one))}`
  ),
  byAttribute(
    "transaction number",
    "transaction-number",
    (number) => `filter%5Btransaction-number%5D%5Bvalue%5D=${number}`
  ),
  byAttribute(
    "date",
    "date",
    (date) =>
      `filter%5Bdate%5D%5Bcondition%5D%5Bvalue%5D=${date}&filter%5Bdate%5D%5Bcondition%5D%5Bpath%5D=date` +
      "&filter%5Bdate%5D%5Bcondition%5D%5Boperator%5D=%3D"
  ),
  byId("notice by a filter", (id) => `?filter%5Bid%5D%5Bvalue%5D=${id}`),
  byId("one notice", (id) => `/${id}`),
  fixedProbe("an unknown notice", { path: `${list}/00000000-0000-4000-8000-000000000000` })
]
