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

/** Asks every class once, so that whatever is built late is there; gives the milliseconds of the slowest. */
const askEachOnce = async (server: ServerProcess, classes: ReadonlyArray<QuestionClass>): Promise<number> => {
  let slowest = 0
  for (const { next } of classes) {
    const askedAt = performance.now()
    await bodyOf(server, next())
    slowest = Math.max(slowest, performance.now() - askedAt)
  }
  return slowest
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

/** Time and memory that a million complaints take. */
export const loadingTable = async (million: MillionComplaints): Promise<Table> => {
  const { csv } = await million.files()
  const ours = await million.reference()
  const slowest = await askEachOnce(ours, await million.classes())
  const peer = await million.fastify()
  const empty = await emptyBytes(csv)
  const held = (await ours.usageWithoutGarbage()).residentBytes - empty
  const heldByPeer = (await peer.usageWithoutGarbage()).residentBytes - empty
  const isQuick = ours.loadMillis <= longestLoadSeconds * 1_000
  const bytes = held / millionRecords
  return {
    title:
      "1,000,000 complaints: loading and memory; the peer is Fastify with node:sqlite, with its indexes, in memory",
    columns: ["what", "ours", "peer", "goal", "met"],
    lines: [
      [
        "the CSV file to the first possible answer",
        seconds(ours.loadMillis),
        seconds(peer.loadMillis),
        `at most ${longestLoadSeconds} s`,
        met(isQuick)
      ],
      ["the most that the process held meanwhile", megabytes(ours.peakBytes), megabytes(peer.peakBytes), "stated", "-"],
      ["the slowest first question of a class", seconds(slowest), "-", "stated", "-"],
      ["held, every class asked once, above an empty server", megabytes(held), megabytes(heldByPeer), "stated", "-"],
      [
        "the same for each complaint",
        `${bytes.toFixed(0)} bytes`,
        `${(heldByPeer / millionRecords).toFixed(0)} bytes`,
        `at most ${mostBytesForAComplaint} bytes`,
        met(bytes <= mostBytesForAComplaint)
      ]
    ]
  }
}
