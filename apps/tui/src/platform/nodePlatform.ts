import { expandHome } from "@public-records/text/home"
import { join } from "node:path"
import { clipboardTools, copyText, type Environment } from "./clipboard.ts"
import { openInBrowser } from "./browser.ts"
import { freePathOf, readOwnFile, saveNewFile, writeOwnFile } from "./files.ts"
import { suspend } from "./suspension.ts"
import type { Platform } from "./Platform.ts"

/** Creates the Node.js platform. `folder` holds the program's own files. */
export const nodePlatform = (stdout: NodeJS.WriteStream, environment: Environment, folder: string): Platform => {
  const viewsPath = join(folder, "views.json")
  return {
    copy: (text) => copyText(text, clipboardTools(process.platform, environment), (sequence) => stdout.write(sequence)),
    browse: (address) => openInBrowser(address, environment),
    withHome: (path) => expandHome(path, environment),
    freePath: freePathOf,
    saveNew: saveNewFile,
    viewsPath,
    readViews: readOwnFile(viewsPath),
    writeViews: (content) => writeOwnFile(viewsPath, content),
    suspend: process.platform === "win32" ? undefined : suspend
  }
}
