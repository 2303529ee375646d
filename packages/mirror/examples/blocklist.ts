import { readFile, writeFile } from "node:fs/promises"
import { blocklistText, readBlocklist } from "@public-records/mirror"
import { createMirror } from "@public-records/mirror/promise"

/** Replaces a block list, unless it should not be published. Returns the number of new entries. */
export const renewList = async (mirrorFile: string, listFile: string, allow: ReadonlyArray<string>) => {
  const text = await readFile(listFile, "utf8").catch(() => "")
  const mirror = await createMirror({ file: mirrorFile })
  try {
    // Rejects with BlocklistRefused if the list shrank by half, and if days are missing or old.
    const list = await mirror.blocklist({ allow, previous: readBlocklist(text) })
    await writeFile(listFile, blocklistText(list, "plain"))
    return list.value.changes?.added.length ?? 0
  } finally {
    await mirror.close()
  }
}
