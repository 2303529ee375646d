import { deepStrictEqual } from "node:assert"
import {
  complaintDecoder,
  decodeEnvelope,
  decodePage,
  linkRewriter,
  noticeDecoder,
  type RecordDecoder
} from "@public-records/core"
import { startReferenceServer } from "@public-records/server"
import { Option } from "effect"
import { compare, type Figure } from "../Comparison.ts"
import { zodPage } from "./zodPage.ts"

const rewriteLink = linkRewriter(new URL("https://api.ftc.gov"))

/** Returns a function that reads the text of a page like the client. */
const reading = <Wire, A>(decoder: RecordDecoder<Wire, A>) => {
  const decode = decodePage(decoder, rewriteLink)
  return (text: string) => decode(Option.getOrThrow(decodeEnvelope(JSON.parse(text))), 0)
}
const readComplaints = reading(complaintDecoder)
const readNotices = reading(noticeDecoder)
const readWithZod = zodPage(rewriteLink)

/** A full page of each collection, as the live service prints it. */
const { fetch, url } = await startReferenceServer({ profile: "live" })
const page = async (path: string): Promise<string> =>
  (await fetch(`${url}${path}`, { headers: { "x-api-key": "DEMO_KEY" } })).text()
const complaints = await page("/v0/dnc-complaints?items_per_page=50")
const notices = await page("/v0/hsr-early-termination-notices?page[limit]=50")

// Both must do the same work.
deepStrictEqual(
  readWithZod(complaints),
  readComplaints(complaints).records.map((record) => Object.assign({}, record))
)

export const figures: ReadonlyArray<Figure> = [
  ...(await compare(
    "decode 50 complaints",
    () => readComplaints(complaints),
    { "JSON.parse": () => JSON.parse(complaints), zod: () => readWithZod(complaints) },
    { "JSON.parse": 1.8, zod: 1 }
  )),
  ...(await compare(
    "decode 50 notices",
    () => readNotices(notices),
    { "JSON.parse": () => JSON.parse(notices) },
    {
      "JSON.parse": 1.8
    }
  ))
]
