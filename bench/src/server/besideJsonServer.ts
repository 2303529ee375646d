import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Table } from "../Table.ts"
import { comparisonTable } from "./comparison.ts"
import { recordsInServiceForm } from "./dataFiles.ts"
import { jsonServerUrl } from "./jsonServerUrl.ts"
import { questionClasses } from "./questionClasses.ts"
import { type ServerProcess, startServer } from "./ServerProcess.ts"
import { serviceUrl } from "./serviceUrl.ts"

const complaints = 10_000
const wholePage = 50
const rounds = { connections: 8, milliseconds: 100, rounds: 3 }

/** json-server with the records of another server. */
const jsonServerLike = async (server: ServerProcess): Promise<ServerProcess> => {
  const folder = await mkdtemp(join(tmpdir(), "public-records-bench-"))
  const file = join(folder, "records.json")
  const records = {
    complaints: await recordsInServiceForm(server, "complaints", complaints),
    notices: await recordsInServiceForm(server, "notices", complaints / 100)
  }
  await writeFile(file, JSON.stringify(records))
  const started = await startServer("jsonServer", [file])
  await rm(folder, { recursive: true })
  return started
}

/** The reference server beside json-server, at a size that json-server can bear. */
export const besideJsonServer = async (): Promise<Table> => {
  const ours = await startServer("reference", [String(complaints)])
  const peer = await jsonServerLike(ours)
  const table = await comparisonTable({
    title: "10,000 complaints: the reference server / json-server",
    classes: await questionClasses(ours, wholePage),
    pairOf: ({ next }) => ({
      ours: { server: ours, path: () => serviceUrl(next()) },
      peer: () => ({ server: peer, path: () => jsonServerUrl(next()) })
    }),
    atLeast: 10,
    rounds
  })
  await Promise.all([ours.close(), peer.close()])
  return table
}
