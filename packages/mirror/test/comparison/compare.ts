import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import {
  type Complaint,
  ComplaintFromRecord,
  ComplaintQuery,
  decodeEnvelope,
  decodePage,
  type Notice,
  NoticeFromRecord,
  NoticeQuery,
  type Page
} from "@public-records/core"
import { ReferenceServer } from "@public-records/server"
import { Context, Effect, Layer, Option } from "effect"
import { UrlParams } from "effect/http"
import { makeMirror } from "../mirrors.ts"
import { Choices } from "./Choices.ts"
import { someComplaints, someNotices } from "./queries.ts"
import { complaintFiles, noticeFile } from "./records.ts"

const complaintsIn = decodePage(ComplaintFromRecord, (link) => link)
const noticesIn = decodePage(NoticeFromRecord, (link) => link)

/** Returns the compared parts of a page. A mirror has no links, and the service does not report the total of every list of notices. */
const seen = (page: Page<Complaint | Notice>, total: number | null) =>
  JSON.stringify([total, page.records.map((record) => ({ ...record, link: null }))])

const writeFiles = (folder: string, files: Readonly<Record<string, string>>) =>
  Effect.forEach(Object.entries(files), ([name, text]) =>
    Effect.as(
      Effect.promise(() => writeFile(join(folder, name), text)),
      join(folder, name)
    )
  )

const fetchJson = (server: ReferenceServer["Service"], path: string, params = UrlParams.empty) =>
  Effect.promise(async (): Promise<unknown> => {
    const response = await server.fetch(`${server.url}${path}?${UrlParams.toString(params)}`, {
      headers: { "X-Api-Key": "DEMO_KEY" }
    })
    return response.json()
  })

/** A mirror, and a reference server with the same random files. */
export const openBoth = Effect.fnUntraced(function* (choices: Choices) {
  const { folder, importPaths, mirror } = yield* makeMirror
  const files = { ...complaintFiles(choices, 1000), "notices.ndjson": noticeFile(choices, 60) }
  const paths = yield* writeFiles(folder, files)
  yield* importPaths(paths)
  const layer = ReferenceServer.layerInProcess({ rateLimit: "off", apiKeys: ["DEMO_KEY"], data: paths })
  return { records: mirror.records, server: Context.get(yield* Layer.build(layer), ReferenceServer) }
})

/** Asks a mirror and a reference server with the same files, and returns the questions that they answer differently. */
export const compare = Effect.fnUntraced(function* (seed: number, count: number) {
  const choices = new Choices(seed)
  const { records, server } = yield* openBoth(choices)
  const different: Array<string> = []
  let compared = 0
  const check = (query: object, theirs: Page<Complaint | Notice>, ours: Page<Complaint | Notice>): void => {
    compared += ours.records.length
    const [expected, found] = [seen(theirs, theirs.total), seen(ours, theirs.total === null ? null : ours.total)]
    if (expected !== found) different.push(`${JSON.stringify(query)}: ${found} instead of ${expected}`)
  }
  for (let asked = 0; asked < count; asked++) {
    if (choices.happens(0.8)) {
      const query = yield* ComplaintQuery.fromInput(someComplaints(choices))
      const json = yield* fetchJson(server, "/v0/dnc-complaints", ComplaintQuery.toUrlParams(query))
      const theirs = complaintsIn(Option.getOrThrow(decodeEnvelope(json)), query.offset)
      check(query, theirs, yield* records.complaints.page(query))
    } else {
      const query = yield* NoticeQuery.fromInput(someNotices(choices))
      const json = yield* fetchJson(server, "/v0/hsr-early-termination-notices", NoticeQuery.toUrlParams(query))
      const theirs = noticesIn(Option.getOrThrow(decodeEnvelope(json)), query.offset)
      check(query, theirs, yield* records.notices.page(query))
    }
  }
  return { compared, different }
})
