import { deepStrictEqual } from "node:assert"
import { decodeComplaints, decodeNotices } from "./ClientDecoding.ts"
import { byAjv } from "./peers/ajv.ts"
import { byArktype } from "./peers/arktype.ts"
import { type PeerPage } from "./peers/PeerDecoding.ts"
import { byValibot } from "./peers/valibot.ts"
import { byZod } from "./peers/zod.ts"
import { comparison, type Goal, type Row } from "./Row.ts"
import { repeated, sideBySide, type Times } from "./rounds.ts"
import { samplePages } from "./samplePages.ts"

const repeats = 50
const schedule = { rounds: 60, warmUp: 15 }

const peers: ReadonlyArray<readonly [string, (text: string) => PeerPage, Goal]> = [
  ["zod", byZod, { atMost: 1 }],
  ["valibot", byValibot, { atMost: 1 }],
  ["ajv", byAjv, { stated: true }],
  ["arktype", byArktype, { stated: true }]
]

/** Nobody wins by doing less: each peer makes the same records of the page, and rejects the same. */
const checkEqualWork = (text: string): void => {
  const { records } = decodeComplaints(text)
  const broken = text.replace('"created-date":"', '"created-date":"not ')
  for (const [, decode] of peers) {
    const fields = records.map((record) => Object.assign({}, record))
    deepStrictEqual(decode(text), { records: fields, rejected: [] })
    deepStrictEqual([decode(broken).records, decode(broken).rejected.length], [fields.slice(1), 1])
  }
}

const line = (what: string, times: Times, ours: string, peer: string, goal: Goal): Row => {
  const figure = (task: string): string => `${((times.of(task) / repeats) * 1000).toFixed(0)} µs`
  return comparison(what, { ours: figure(ours), peer: figure(peer), ratio: times.ratio(ours, peer) }, goal)
}

/** Decoding beside `JSON.parse` alone; `how` tells one run of this from another. */
export const besideParsing = async (how: string, goal: Goal): Promise<ReadonlyArray<Row>> => {
  const { complaints, notices } = await samplePages()
  const times = await sideBySide(
    {
      parseComplaints: repeated(repeats, () => JSON.parse(complaints)),
      complaints: repeated(repeats, () => decodeComplaints(complaints)),
      parseNotices: repeated(repeats, () => JSON.parse(notices)),
      notices: repeated(repeats, () => decodeNotices(notices))
    },
    schedule
  )
  return [
    line(`decode 50 complaints, ${how} / JSON.parse`, times, "complaints", "parseComplaints", goal),
    line(`decode 50 notices, ${how} / JSON.parse`, times, "notices", "parseNotices", goal)
  ]
}

/** Decoding beside other libraries, with schemas that check the same and make the same. */
export const besidePeers = async (): Promise<ReadonlyArray<Row>> => {
  const { complaints } = await samplePages()
  checkEqualWork(complaints)
  const times = await sideBySide(
    {
      ours: repeated(repeats, () => decodeComplaints(complaints)),
      ...Object.fromEntries(peers.map(([name, decode]) => [name, repeated(repeats, () => decode(complaints))]))
    },
    schedule
  )
  return peers.map(([name, , goal]) => line(`decode 50 complaints / ${name}`, times, "ours", name, goal))
}
