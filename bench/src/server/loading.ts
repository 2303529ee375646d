import { met, type Table } from "../Table.ts"
import { type ServerProcess, type Usage } from "./ServerProcess.ts"
import { type ServersBySize } from "./ServersBySize.ts"

const complaints = 1_000_000
const maxLoadSeconds = 12
const maxBytes = 350

const seconds = (millis: number): string => `${(millis / 1_000).toFixed(1)} s`

/** Returns bytes for each complaint, above the usage of a server with a single one. */
const bytesForEach = (bytes: number, empty: number): number => (bytes - empty) / complaints

/** Measures the time and the memory that a million complaints take. */
export const loadingTable = async (servers: ServersBySize): Promise<Table> => {
  const usageOf = (server: ServerProcess): Promise<Usage> => server.usage("usage after garbage collection")
  const server = await servers.reference(complaints)
  const peer = await servers.fastify(complaints)
  const ours = { ...server, ...(await usageOf(server)) }
  const theirs = { ...peer, ...(await usageOf(peer)) }
  const empty = await usageOf(await servers.reference(1))
  const emptyPeer = await usageOf(await servers.fastify(1))
  const live = bytesForEach(ours.liveBytes, empty.liveBytes)
  const sizeLine = (what: string, member: "residentBytes" | "peakBytes") => [
    what,
    `${bytesForEach(ours[member], empty[member]).toFixed(0)} bytes`,
    `${bytesForEach(theirs[member], emptyPeer[member]).toFixed(0)} bytes`,
    "stated",
    "-"
  ]
  return {
    title: "1,000,000 complaints: the reference server / Fastify with node:sqlite, loading and memory",
    columns: ["what", "ours", "peer", "goal", "met"],
    lines: [
      [
        "CSV file to open socket, CPU",
        seconds(ours.loadCpuMillis),
        seconds(theirs.loadCpuMillis),
        `at most ${maxLoadSeconds} s`,
        met(ours.loadCpuMillis <= maxLoadSeconds * 1_000)
      ],
      ["CSV file to open socket", seconds(ours.loadMillis), seconds(theirs.loadMillis), "stated", "-"],
      ["live memory for each", `${live.toFixed(0)} bytes`, "-", `at most ${maxBytes} bytes`, met(live <= maxBytes)],
      sizeLine("resident memory for each", "residentBytes"),
      sizeLine("resident memory for each at the peak", "peakBytes")
    ]
  }
}
