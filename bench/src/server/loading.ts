import { type Measure } from "../Measure.ts"
import { writeComplaints } from "../mirror/dailyFiles.ts"
import { startServer, type Usage } from "./ServerProcess.ts"

const complaints = 1_000_000

const server = await startServer("referenceServer", writeComplaints(complaints))
const full = await server.usage("live")
const empty = await (await startServer("referenceServer", writeComplaints(1))).usage("live")

/** Returns the memory per complaint, compared with a server that has only one. */
const perComplaint = (name: string, member: keyof Usage, goal?: number): Measure => ({
  name,
  unit: "bytes",
  goal,
  run: async () => ({ value: (full[member] - empty[member]) / complaints })
})

/** Measures loading a CSV file of a million complaints into the reference server. */
export const measures: ReadonlyArray<Measure> = [
  {
    name: "processor time from a CSV file of 1,000,000 complaints to an open socket",
    unit: "s",
    goal: 12,
    run: async () => ({ value: server.loadCpuMillis / 1_000 })
  },
  perComplaint("live memory of a complaint", "liveBytes", 350),
  perComplaint("resident memory of a complaint", "residentBytes")
]
