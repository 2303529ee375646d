import { type Table } from "../Table.ts"
import { comparisonTable } from "./comparison.ts"
import { assertSameResponses, sampleIds } from "./responses.ts"
import { type ServersBySize } from "./ServersBySize.ts"
import { serviceUrl } from "./urls.ts"

/** The goals below 1: SQLite needs little more than an index lookup for these questions. */
const minRatios: ReadonlyMap<string, number> = new Map([
  ["complaint by id", 0.5],
  ["state, city", 0.9]
])

/** Compares the reference server with Fastify and `node:sqlite`, with the same records and the same API. */
export const besideFastify = async (servers: ServersBySize, complaints: number): Promise<Table> => {
  const ours = await servers.reference(complaints)
  const peer = await servers.fastify(complaints)
  const classes = await servers.questions(complaints)
  await assertSameResponses(ours, peer, classes)
  const ourIds = await sampleIds(ours)
  const peerIds = await sampleIds(peer)
  return comparisonTable({
    title: `${complaints.toLocaleString("en-US")} complaints: the reference server / Fastify with node:sqlite`,
    classes,
    sidesOf: ({ draw }) => ({
      ours: { server: ours, nextPath: () => serviceUrl(draw(ourIds)) },
      peer: { server: peer, nextPath: () => serviceUrl(draw(peerIds)) }
    }),
    ratioOf: (ours, peer) => peer.cpuMicros / ours.cpuMicros,
    minRatioOf: ({ name }) => minRatios.get(name) ?? 1
  })
}
