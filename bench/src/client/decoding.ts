import { deepStrictEqual } from "node:assert"
import {
  type Complaint,
  ComplaintFromRecord,
  decodeEnvelope,
  decodePage,
  linkRewriter,
  type Notice,
  NoticeFromRecord,
  type Page
} from "@public-records/core"
import { startReferenceServer } from "@public-records/server"
import { Option } from "effect"
import { type Measure, interleave, timed } from "../Measure.ts"
import { zodPage } from "./zodPage.ts"

/** One page is too quick for the clock. */
const repeats = 50
const rounds = { rounds: 60, warmUp: 15, shown: (millis: number) => `${((millis / repeats) * 1000).toFixed(0)} µs` }

const rewriteLink = linkRewriter(new URL("https://api.ftc.gov"))
const complaintsOf = decodePage(ComplaintFromRecord, rewriteLink)
const noticesOf = decodePage(NoticeFromRecord, rewriteLink)

const decodeComplaints = (text: string): Page<Complaint> =>
  complaintsOf(Option.getOrThrow(decodeEnvelope(JSON.parse(text))), 0)
const decodeNotices = (text: string): Page<Notice> => noticesOf(Option.getOrThrow(decodeEnvelope(JSON.parse(text))), 0)
const decodeWithZod = zodPage(rewriteLink)

/** A full page of each collection, as the live service prints it. */
const { fetch, url } = await startReferenceServer({ profile: "live" })
const page = async (path: string): Promise<string> =>
  (await fetch(`${url}${path}`, { headers: { "x-api-key": "DEMO_KEY" } })).text()
const pages = {
  complaints: await page("/v0/dnc-complaints?items_per_page=50"),
  notices: await page("/v0/hsr-early-termination-notices?page[limit]=50")
}

type Decode = (text: string) => unknown

const many = (decode: Decode, text: string) =>
  timed(() => {
    for (let repeat = 0; repeat < repeats; repeat++) decode(text)
  })

/** Throws unless both make the same records of the page and reject the same one. */
const assertSameWork = (text: string): void => {
  const fields = decodeComplaints(text).records.map((record) => Object.assign({}, record))
  const broken = decodeWithZod(text.replace('"created-date":"', '"created-date":"not '))
  deepStrictEqual(decodeWithZod(text), { records: fields, rejected: [] })
  deepStrictEqual([broken.records, broken.rejected.length], [fields.slice(1), 1])
}

/** Compares decoding a page with a peer. */
const decoding = (
  peer: string,
  goal: number,
  list: "complaints" | "notices",
  ours: Decode,
  theirs: Decode
): Measure => ({
  name: `decode 50 ${list} / ${peer}`,
  unit: "×",
  goal,
  run: () => interleave(many(ours, pages[list]), many(theirs, pages[list]), rounds)
})

assertSameWork(pages.complaints)

export const measures: ReadonlyArray<Measure> = [
  decoding("JSON.parse", 1.8, "complaints", decodeComplaints, JSON.parse),
  decoding("JSON.parse", 1.8, "notices", decodeNotices, JSON.parse),
  decoding("zod", 1, "complaints", decodeComplaints, decodeWithZod)
]
