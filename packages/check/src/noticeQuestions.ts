import { attribute, recordsOf, type WireRecord } from "./Answer.ts"
import { always, type Answers, encoded, type Question } from "./Question.ts"

const list = "/v0/hsr-early-termination-notices"

/** The newest notices, as the first answer about them has them. */
export const newestNotices = (answers: Answers): ReadonlyArray<WireRecord> => {
  const newest = answers.get("newest notices")
  return newest === undefined ? [] : recordsOf(newest)
}

/** Two words that stand beside each other in a title, with one space between them. */
const wordsOf = (record: WireRecord): RegExpExecArray | null =>
  /\b([A-Za-z]{4,})( )([A-Za-z]{3,})\b/.exec(attribute(record, "title"))

/** The words of the newest notice that has two beside each other, such as `Icahn Enterprises`. */
export const titleWords = (answers: Answers): readonly [one: string, other: string] | undefined => {
  const found = newestNotices(answers)
    .map(wordsOf)
    .find((words) => words !== null)
  return found === undefined ? undefined : [found[1] ?? "", found[3] ?? ""]
}

/** A part of a word: what CONTAINS finds and a keyword does not. */
export const partOfWord = (word: string): string => word.slice(1, -1)

const byWords = (name: string, query: (one: string, other: string) => string): Question => ({
  name,
  needs: "a notice with a title of two words",
  ask: (answers) => {
    const words = titleWords(answers)
    return words === undefined ? undefined : { path: `${list}?${query(...words)}` }
  }
})

/** The newest notice that has such an attribute. */
export const noticeWith = (answers: Answers, name: string): WireRecord | undefined =>
  newestNotices(answers).find((record) => attribute(record, name) !== "")

const byAttribute = (name: string, attributeName: string, query: (value: string) => string): Question => ({
  name,
  needs: `a notice with a ${attributeName}`,
  ask: (answers) => {
    const source = noticeWith(answers, attributeName)
    return source === undefined ? undefined : { path: `${list}?${query(encoded(attribute(source, attributeName)))}` }
  }
})

const byId = (name: string, path: (id: string) => string): Question => ({
  name,
  needs: "a notice",
  ask: (answers) => {
    const [first] = newestNotices(answers)
    return first === undefined || first.id === "" ? undefined : { path: `${list}${path(encoded(first.id))}` }
  }
})

// %5B and %5D are brackets, %3D is the operator "=", %22 the double quote.
const createdDescending = "sort%5Bnewest%5D%5Bpath%5D=created&sort%5Bnewest%5D%5Bdirection%5D=DESC"

/** What is asked about notices. The wire's words are copied from the specification by hand. */
export const noticeQuestions: ReadonlyArray<Question> = [
  always("newest notices", { path: `${list}?${createdDescending}` }),
  always("oldest notices", {
    path: `${list}?sort%5Boldest%5D%5Bpath%5D=created&sort%5Boldest%5D%5Bdirection%5D=ASC&page%5Blimit%5D=100`
  }),
  always("notices by their last update", { path: `${list}?sort%5Bupdate%5D%5Bpath%5D=changed` }),
  always("notices from the third", { path: `${list}?${createdDescending}&page%5Blimit%5D=5&page%5Boffset%5D=3` }),
  byWords("keyword", (one) => `filter%5Btitle%5D%5Bvalue%5D=${encoded(one.toLowerCase())}`),
  byWords("phrase", (one, other) => `filter%5Btitle%5D%5Bvalue%5D=%22${encoded(`${one} ${other}`)}%22`),
  byWords(
    "part of a title",
    (one) => `filter%5Btitle%5D%5Boperator%5D=CONTAINS&filter%5Btitle%5D%5Bvalue%5D=${encoded(partOfWord(one))}`
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
  always("an unknown notice", { path: `${list}/00000000-0000-4000-8000-000000000000` })
]
