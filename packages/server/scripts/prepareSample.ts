import { writeFile } from "node:fs/promises"
import { Effect } from "effect"
import { loadBundledSample, preparedComplaints } from "../src/dataset/bundledSample.ts"

/** JSON in ASCII, which is read faster than UTF-8. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[\u0080-\uFFFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
  )

/** Writes the complaints of the bundled sample into a folder of bundled files as JSON, so that a server starts faster. */
export const prepareSample = async (folder: URL): Promise<void> => {
  const { complaints } = await Effect.runPromise(loadBundledSample(folder))
  await writeFile(new URL(preparedComplaints, folder), asciiJson(Array.from(complaints)))
}
