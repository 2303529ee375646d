import { met, type Table } from "../Table.ts"
import { type MillionComplaints, millionRecords } from "./MillionComplaints.ts"
import { writeFile } from "node:fs/promises"
import { type QuestionClass } from "./Question.ts"
import { bodyOf } from "./readPages.ts"
import { type ServerProcess, startServer } from "./ServerProcess.ts"

const longestLoadSeconds = 8
const mostBytesForAComplaint = 200

const seconds = (millis: number): string => `${(millis / 1_000).toFixed(1)} s`
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`

/** Asks every class once, so that whatever is built late is there; gives the milliseconds that all of it took. */
const askEachOnce = async (
  server: ServerProcess,
  classesOf: () => Promise<ReadonlyArray<QuestionClass>>
): Promise<number> => {
  const startedAt = performance.now()
  for (const { next } of await classesOf()) await bodyOf(server, next())
  return performance.now() - startedAt
}

const emptyFile =
  "Company_Phone_Number,Created_Date,Violation_Date,Consumer_City,Consumer_State,Consumer_Area_Code,Subject,Recorded_Message_Or_Robocall\r\n"

/** What a reference server without records holds. */
const emptyBytes = async (csv: string): Promise<number> => {
  const file = `${csv}.empty.csv`
  await writeFile(file, emptyFile)
  const empty = await startServer("reference", [file])
  const { residentBytes } = await empty.usageWithoutGarbage()
  await empty.close()
  return residentBytes
}

/** What a million complaints take: figures of ours and of the peer. */
interface Taken {
  readonly loadMillis: number
  readonly loadCpuMillis: number
  readonly peakBytes: number
  readonly heldBytes: number
}

const linesOf = (ours: Taken, peer: Taken, askMillis: number): Table["lines"] => {
  const bytes = ours.heldBytes / millionRecords
  const bytesOfPeer = peer.heldBytes / millionRecords
  const isQuick = ours.loadMillis <= longestLoadSeconds * 1_000
  const isSmall = bytes <= mostBytesForAComplaint
  const loadGoal = `at most ${longestLoadSeconds} s`
  const bytesGoal = `at most ${mostBytesForAComplaint} bytes`
  return [
    ["the CSV file to the open socket", seconds(ours.loadMillis), seconds(peer.loadMillis), loadGoal, met(isQuick)],
    ["its processor time", seconds(ours.loadCpuMillis), seconds(peer.loadCpuMillis), "stated", "-"],
    ["then some 500 questions, each class among them", seconds(askMillis), "-", "stated", "-"],
    ["the most that the process ever held", megabytes(ours.peakBytes), megabytes(peer.peakBytes), "stated", "-"],
    ["held in the end, above an empty server", megabytes(ours.heldBytes), megabytes(peer.heldBytes), "stated", "-"],
    [
      "the same for each complaint",
      `${bytes.toFixed(0)} bytes`,
      `${bytesOfPeer.toFixed(0)} bytes`,
      bytesGoal,
      met(isSmall)
    ]
  ]
}

/** Time and memory that a million complaints take. */
export const loadingTable = async (million: MillionComplaints): Promise<Table> => {
  const { csv } = await million.files()
  const empty = await emptyBytes(csv)
  const taken = async (server: ServerProcess): Promise<Taken> => {
    const { loadCpuMillis, loadMillis } = server
    const { peakBytes, residentBytes } = await server.usageWithoutGarbage()
    return { loadMillis, loadCpuMillis, peakBytes, heldBytes: residentBytes - empty }
  }
  const reference = await million.reference()
  const askMillis = await askEachOnce(reference, million.classes)
  const ours = await taken(reference)
  const peer = await taken(await million.fastify())
  return {
    title:
      "1,000,000 complaints: loading and memory; the peer is Fastify with node:sqlite, with its indexes, in memory",
    columns: ["what", "ours", "peer", "goal", "met"],
    lines: linesOf(ours, peer, askMillis)
  }
}
