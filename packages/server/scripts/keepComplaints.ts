import { rm, writeFile } from "node:fs/promises"
import { Effect } from "effect"
import { bytesOfComplaints, keptFile } from "../src/dataset/keptComplaints.ts"
import { loadDataSet } from "../src/dataset/loadDataSet.ts"

/** Writes the complaints of a bundled set beside it as they lie in memory: a program that starts with them reads no rows. */
export const keepComplaints = async (folder: URL): Promise<void> => {
  const file = new URL(keptFile, folder)
  await rm(file, { force: true })
  const { complaints, version } = await Effect.runPromise(loadDataSet({ bundledData: folder }))
  await writeFile(file, bytesOfComplaints(complaints, version))
}
