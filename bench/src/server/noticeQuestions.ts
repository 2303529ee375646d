import { deepStretch, firstStretch } from "./complaintQuestions.ts"
import { drawn, drawnBelow } from "./drawing.ts"
import { type NoticeSample, type Word } from "./NoticeSample.ts"
import { containsClass, type NoticeFilter, type QuestionClass } from "./Question.ts"

/** What a class draws: a filter, and about how many notices meet it. */
interface Drawn {
  readonly filter?: NoticeFilter
  readonly total: number
}

const fullPages = 4
const mostFrequent = 3

const frequent = (words: ReadonlyArray<Word>, limit: number): ReadonlyArray<Word> => {
  const enough = words.filter(({ total }) => total >= limit * fullPages)
  return enough.length === 0 ? words.slice(0, mostFrequent) : enough
}

/** A word without its ends: no keyword finds it. */
const inside = (word: string): string => word.slice(drawnBelow(2), word.length - drawnBelow(2))

const keyword = (words: ReadonlyArray<Word>) => (): Drawn => {
  const { text, total } = drawn(words)
  return { filter: { by: "keyword", value: text.toLowerCase() }, total }
}

const contained = (words: ReadonlyArray<Word>) => (): Drawn => {
  const { text, total } = drawn(words)
  return { filter: { by: "contained", value: inside(text) }, total }
}

/** Notices by each documented filter. A number or a date has no deep page. */
export const noticeClasses = (sample: NoticeSample, limit: number): ReadonlyArray<QuestionClass> => {
  const words = frequent(sample.words, limit)
  const lists: ReadonlyArray<readonly [string, () => Drawn]> = [
    ["all notices", () => ({ total: sample.total })],
    ["notices by keyword", keyword(words)],
    [containsClass, contained(words)]
  ]
  const single = (name: string, by: "number" | "date", values: ReadonlyArray<string>): QuestionClass => ({
    name,
    place: "single",
    next: () => ({ about: "notices", filter: { by, value: drawn(values) }, ...firstStretch(limit) })
  })
  return [
    single("notices by number", "number", sample.numbers),
    single("notices by date", "date", sample.dates),
    ...lists.flatMap(([name, draw]): ReadonlyArray<QuestionClass> => [
      { name, place: "first", next: () => ({ about: "notices", ...asked(draw()), ...firstStretch(limit) }) },
      {
        name,
        place: "deep",
        next: () => {
          const one = draw()
          return { about: "notices", ...asked(one), ...deepStretch(limit, one.total) }
        }
      }
    ])
  ]
}

const asked = ({ filter }: Drawn): { readonly filter?: NoticeFilter } => (filter === undefined ? {} : { filter })
