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
  type Page,
  readComplaintQuery
} from "@public-records/core"
import type { Counts, Mirror } from "@public-records/mirror"
import { ReferenceServer } from "@public-records/server"
import { Context, Effect, Layer, Option } from "effect"
import { UrlParams } from "effect/http"
import { makeMemoryMirror, makeMirror } from "../mirrors.ts"
import { Choices } from "./Choices.ts"
import { type RandomQuestion, someComplaints, someNotices, someQuestion } from "./queries.ts"
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

/** A mirror in a file, one in memory, and a reference server, with the same random files. */
export const openAll = Effect.fnUntraced(function* (choices: Choices) {
  const { folder, importPaths, mirror } = yield* makeMirror
  const memory = yield* makeMemoryMirror
  const files = { ...complaintFiles(choices, 1000), "notices.ndjson": noticeFile(choices, 60) }
  const paths = yield* writeFiles(folder, files)
  yield* importPaths(paths)
  yield* memory.importPaths(paths)
  const layer = ReferenceServer.layerInProcess({ rateLimit: "off", apiKeys: ["DEMO_KEY"], data: paths })
  return { mirror, memory: memory.mirror, server: Context.get(yield* Layer.build(layer), ReferenceServer) }
})

/** Returns what two mirrors answer to a question as JSON, and the number of complaints in the answer of the second one. */
const answersOf = Effect.fnUntraced(function* (
  mirrors: readonly [Mirror["Service"], Mirror["Service"]],
  question: RandomQuestion
) {
  const recordsIn = (counts: ReadonlyArray<Counts>) => counts.reduce((sum, { records }) => sum + records, 0)
  const ask = Effect.fnUntraced(function* (mirror: Mirror["Service"]) {
    const where = yield* readComplaintQuery(question.where, "local")
    switch (question._tag) {
      case "Count": {
        const { coverage, value } = yield* mirror.count(where)
        return { json: JSON.stringify([value, coverage]), records: value.records }
      }
      case "Ranking": {
        const { coverage, value } = yield* mirror.top({ of: question.of, limit: 10_000, where })
        const records = recordsIn([...value.top, ...value.omitted, value.withoutValue])
        return { json: JSON.stringify([value, coverage]), records }
      }
      case "Trend": {
        const { coverage, value } = yield* mirror.trends({ by: question.by, split: question.split, where })
        return { json: JSON.stringify([value, coverage]), records: recordsIn(value.rows) }
      }
    }
  })
  return yield* Effect.all([ask(mirrors[0]), ask(mirrors[1])], { concurrency: 2 })
})

/**
 * Asks a mirror in a file, one in memory and a reference server with the same files, and returns the questions that they answer differently.
 * The server answers lists, and the number of complaints of other questions unless they have a filter that it lacks.
 */
export const compare = Effect.fnUntraced(function* (seed: number, count: number) {
  const choices = new Choices(seed)
  const { memory, mirror, server } = yield* openAll(choices)
  const different: Array<string> = []
  let compared = 0
  const check = (query: object, found: unknown, expected: unknown): void => {
    if (found !== expected) different.push(`${JSON.stringify(query)}: ${found} instead of ${expected}`)
  }
  const checkPage = (query: object, theirs: Page<Complaint | Notice>, ours: Page<Complaint | Notice>): void => {
    compared += ours.records.length
    check(query, seen(ours, theirs.total === null ? null : ours.total), seen(theirs, theirs.total))
  }
  const complaintsOf = Effect.fnUntraced(function* (query: ComplaintQuery) {
    const json = yield* fetchJson(server, "/v0/dnc-complaints", ComplaintQuery.toUrlParams(query))
    return complaintsIn(Option.getOrThrow(decodeEnvelope(json)), query.offset)
  })
  for (let asked = 0; asked < count; asked++) {
    switch (choices.oneOf(["complaints", "complaints", "notices", "counts", "counts"])) {
      case "complaints": {
        const query = yield* ComplaintQuery.fromInput(someComplaints(choices))
        const theirs = yield* complaintsOf(query)
        for (const { records } of [mirror, memory]) checkPage(query, theirs, yield* records.complaints.page(query))
        break
      }
      case "notices": {
        const query = yield* NoticeQuery.fromInput(someNotices(choices))
        const json = yield* fetchJson(server, "/v0/hsr-early-termination-notices", NoticeQuery.toUrlParams(query))
        const theirs = noticesIn(Option.getOrThrow(decodeEnvelope(json)), query.offset)
        for (const { records } of [mirror, memory]) checkPage(query, theirs, yield* records.notices.page(query))
        break
      }
      case "counts": {
        const question = someQuestion(choices)
        const [inFile, inMemory] = yield* answersOf([mirror, memory], question)
        check(question, inMemory.json, inFile.json)
        const { isDocumented, where } = question
        if (isDocumented) {
          const { total } = yield* complaintsOf(yield* ComplaintQuery.fromInput(where))
          check(question, inMemory.records, total)
        }
      }
    }
  }
  return { compared, different }
})
