import { type Measure, measureOf } from "../Measure.ts"
import { writeComplaints } from "../mirror/dailyFiles.ts"
import { startServer, type Usage } from "./ServerProcess.ts"

const complaints = 1_000_000

const server = await startServer("referenceServer", writeComplaints(complaints))
const full = await server.usage("live")
const empty = await (await startServer("referenceServer", writeComplaints(1))).usage("live")

/** Returns the memory per complaint, compared with a server that has only one. */
const perComplaint = (name: string, member: keyof Usage, goal?: number): Measure =>
  measureOf(name, "bytes", () => (full[member] - empty[member]) / complaints, goal)

/** Measures loading a CSV file of a million complaints into the reference server. */
export const measures: ReadonlyArray<Measure> = [
  measureOf(
    "processor time from a CSV file of 1,000,000 complaints to an open socket",
    "s",
    () => server.loadCpuMillis / 1_000,
    12
  ),
  perComplaint("live memory of a complaint", "liveBytes", 350),
  perComplaint("resident memory of a complaint", "residentBytes")
]
