import { deepStrictEqual } from "node:assert"
import { ComplaintFromRecord, decodeEnvelope, decodePage, linkRewriter, NoticeFromRecord } from "@public-records/core"
import { startReferenceServer } from "@public-records/server"
import { Option } from "effect"
import { compare, type Figure } from "../Comparison.ts"
import { zodPage } from "./zodPage.ts"

const rewriteLink = linkRewriter(new URL("https://api.ftc.gov"))

const complaintsOf = decodePage(ComplaintFromRecord, rewriteLink)
const noticesOf = decodePage(NoticeFromRecord, rewriteLink)
const envelopeOf = (text: string) => Option.getOrThrow(decodeEnvelope(JSON.parse(text)))
const readComplaints = (text: string) => complaintsOf(envelopeOf(text), 0)
const readNotices = (text: string) => noticesOf(envelopeOf(text), 0)
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
