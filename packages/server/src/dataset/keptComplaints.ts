import { readFile } from "node:fs/promises"
import { endianness } from "node:os"
import { deserialize, serialize } from "node:v8"
import { Result } from "effect"
import { ComplaintPart, type ComplaintPartState } from "../store/ComplaintPart.ts"
import { ComplaintStore } from "../store/ComplaintStore.ts"

/** Beside the file from which they were loaded. */
export const keptFile = "complaints.kept"

/** Complaints as they lie in memory, and what they were made from. */
interface Kept {
  readonly origin: string
  readonly state: ComplaintPartState
}

/** What tells complaints of one version of their file, in numbers that this machine reads, from all others. */
const originOf = (version: string): string => `${version} ${endianness()}`

/** Complaints as bytes. **Gotchas** only for what reads them with the same sources: their form is that of the memory. */
export const bytesOfComplaints = ({ loaded }: ComplaintStore, version: string): Uint8Array => {
  const kept: Kept = { origin: originOf(version), state: loaded.state }
  return serialize(kept)
}

/**
 * The complaints that were kept of a version of their file; nothing where there are none.
 *
 * **Gotchas** a copy: whatever is wrong with it, the file that it was made from is there too, and takes a tenth of a second longer.
 */
export const keptComplaints = async (folder: URL, version: string): Promise<ComplaintStore | undefined> => {
  const bytes = await readFile(new URL(keptFile, folder)).catch(() => undefined)
  const read = Result.try(() => {
    const kept: Kept | undefined = bytes && deserialize(bytes)
    return kept?.origin === originOf(version) ? new ComplaintStore(ComplaintPart.of(kept.state)) : undefined
  })
  return Result.getOrUndefined(read)
}
