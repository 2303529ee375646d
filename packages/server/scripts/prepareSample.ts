import { writeFile } from "node:fs/promises"
import { Effect } from "effect"
import { loadBundledSample } from "../src/dataset/bundledSample.ts"
import { encodeComplaints, preparedComplaints } from "../src/dataset/preparedComplaints.ts"

/** Writes the complaints of the bundled sample into a folder of bundled files, so that a server starts faster. */
export const prepareSample = async (folder: URL): Promise<void> => {
  const { complaints } = await Effect.runPromise(loadBundledSample(folder))
  await writeFile(new URL(preparedComplaints, folder), encodeComplaints(complaints))
}
