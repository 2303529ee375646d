import { Schema } from "effect"
import { request } from "undici"
import { byFrequency } from "./drawing.ts"
import { noticePage, spreadOffsets } from "./readPages.ts"
import { type ServerProcess } from "./ServerProcess.ts"

/** A word of titles, and about how many notices have it. */
export interface Word {
  readonly text: string
  readonly total: number
}

/** Values that the notices of a data set hold, to ask for. */
export interface NoticeSample {
  readonly total: number
  readonly numbers: ReadonlyArray<string>
  readonly dates: ReadonlyArray<string>
  readonly titles: ReadonlyArray<string>
  /** The most frequent first. */
  readonly words: ReadonlyArray<Word>
}

const pages = 20
const wholePage = 50
const mostWords = 40

const Health = Schema.Struct({ notices: Schema.Number })

/** An answer about notices tells no total in the profile `documented`, but the server's health does. */
const totalOf = async ({ url }: ServerProcess): Promise<number> => {
  const { body } = await request(`${url}/health`)
  return Schema.decodeUnknownSync(Health)(await body.json()).notices
}

const wordsIn = (title: string): ReadonlyArray<string> => Array.from(new Set(title.match(/\b[A-Z][a-z]{2,}\b/g)))

/** Reads pages from all over the list. */
export const sampleNotices = async (server: ServerProcess): Promise<NoticeSample> => {
  const total = await totalOf(server)
  const records = []
  for (const offset of spreadOffsets(total, pages, wholePage)) {
    const stretch = { order: "DESC", offset, limit: wholePage } as const
    records.push(...(await noticePage(server, { about: "notices", ...stretch })).records)
  }
  const titles = records.map(({ title }) => title).filter((title) => title !== null)
  const words = titles.map(wordsIn)
  const totalOfWord = (text: string): number =>
    (words.filter((some) => some.includes(text)).length / titles.length) * total
  return {
    total,
    numbers: records.map(({ transactionNumber }) => transactionNumber).filter((number) => number !== null),
    dates: records.map(({ date }) => date),
    titles,
    words: byFrequency(words.flat())
      .slice(0, mostWords)
      .map((text) => ({ text, total: totalOfWord(text) }))
  }
}
