import { deepStrictEqual } from "node:assert"
import { Schema } from "effect"
import { Client, request } from "undici"
import { type Measure, interleave } from "../Measure.ts"
import { list, type QueryKind, queryKinds } from "./queries.ts"
import { writeComplaints } from "../mirror/dailyFiles.ts"
import { readRows } from "./rows.ts"
import { benchKey, type ServerProcess, startServer } from "./ServerProcess.ts"

const headers = { "x-api-key": benchKey }
const connections = 8
const roundMillis = 200
const idPages = 80

const Envelope = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({ id: Schema.String, attributes: Schema.Struct({ "created-date": Schema.String }) })
  ),
  meta: Schema.Struct({ "records-total": Schema.Number })
})

const send = async ({ url }: ServerProcess, path: string): Promise<typeof Envelope.Type> => {
  const { body } = await request(url + path, { headers })
  return Schema.decodeUnknownSync(Envelope)(await body.json())
}

/** Reads the ids of complaints from all over the list. */
const sampleIds = async (server: ServerProcess): Promise<ReadonlyArray<string>> => {
  const { meta } = await send(server, list({}))
  const offsets = Array.from({ length: idPages }, (_, page) => (page / idPages) * meta["records-total"])
  const pages = await Promise.all(offsets.map((offset) => send(server, list({}, offset))))
  return pages.flatMap(({ data }) => data.map(({ id }) => id))
}

/** Throws unless a peer returns the same response to one query of each class. */
const assertSameResponses = async (
  ours: ServerProcess,
  peer: ServerProcess,
  kinds: ReadonlyArray<QueryKind>
): Promise<void> => {
  for (const { draw, name } of kinds) {
    if (name === "complaint by id") continue
    const path = draw([])
    const [expected, actual] = await Promise.all([send(ours, path), send(peer, path)])
    const datesOf = ({ data }: typeof Envelope.Type) => data.map(({ attributes }) => attributes["created-date"])
    deepStrictEqual([actual.meta, datesOf(actual)], [expected.meta, datesOf(expected)])
  }
}

/** Sends requests over one connection, one after the other. Returns their number. */
const sendUntil = async (client: Client, nextPath: () => string, end: number): Promise<number> => {
  let requests = 0
  for (; performance.now() < end; requests++) {
    const path = nextPath()
    const { body, statusCode } = await client.request({ path, method: "GET", headers })
    await body.arrayBuffer()
    if (statusCode !== 200) throw new Error(`The response to ${path} has the status ${statusCode}.`)
  }
  return requests
}

/** Returns the server's processor time for a request, under the load of eight connections. **Units** microseconds. */
const runLoad = async (server: ServerProcess, nextPath: () => string): Promise<number> => {
  const clients = Array.from({ length: connections }, () => new Client(server.url))
  const before = await server.usage("now")
  const end = performance.now() + roundMillis
  const sent = await Promise.all(clients.map((client) => sendUntil(client, nextPath, end)))
  const after = await server.usage("now")
  await Promise.all(clients.map((client) => client.close()))
  return (after.cpuMicros - before.cpuMicros) / sent.reduce((sum, one) => sum + one, 0)
}

const shown = (micros: number): string =>
  micros < 1_000 ? `${micros.toFixed(0)} µs` : `${(micros / 1_000).toFixed(1)} ms`

/** A server, and the ids of some of its complaints. */
interface Contestant {
  readonly server: ServerProcess
  readonly ids: ReadonlyArray<string>
}

const compare = (ours: Contestant, peer: Contestant, { draw, name }: QueryKind, goal: number): Measure => {
  const cost = ({ ids, server }: Contestant): Promise<number> => runLoad(server, () => draw(ids))
  const run = () =>
    interleave(
      () => cost(ours),
      () => cost(peer),
      { rounds: 5, warmUp: 1, shown }
    )
  return { name, unit: "×", goal, run }
}

/** The goals above 1: SQLite needs little more than an index lookup for these queries. */
const goals: Readonly<Record<string, number>> = { "complaint by id": 2, "state, city": 1.11 }

/** Compares CPU time per request with Fastify and `node:sqlite`, with the same records and API. */
export const compareWithFastify = async (complaints: number): Promise<ReadonlyArray<Measure>> => {
  const file = writeComplaints(complaints)
  const server = await startServer("referenceServer", file)
  const peer = await startServer("fastifyServer", file)
  const kinds = queryKinds(readRows(file))
  await assertSameResponses(server, peer, kinds)
  const ours = { server, ids: await sampleIds(server) }
  const theirs = { server: peer, ids: await sampleIds(peer) }
  return kinds.map((kind) => compare(ours, theirs, kind, goals[kind.name] ?? 1))
}
