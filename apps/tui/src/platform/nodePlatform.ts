import { expandHome } from "@public-records/text/home"
import { join } from "node:path"
import { clipboardTools, copyText, type Environment } from "./clipboard.ts"
import { openInBrowser } from "./browser.ts"
import { changeOwnFile, freePathOf, readOwnFile, saveNewFile } from "./files.ts"
import { suspend } from "./suspension.ts"
import type { Platform } from "./Platform.ts"

/** Makes the platform of Node.js. `folder` contains the files of the program. */
export const nodePlatform = (stdout: NodeJS.WriteStream, environment: Environment, folder: string): Platform => ({
  copy: (text) => copyText(text, clipboardTools(process.platform, environment), (sequence) => stdout.write(sequence)),
  browse: (address) => openInBrowser(address, environment),
  withHome: (path) => expandHome(path, environment),
  freePath: freePathOf,
  saveNew: saveNewFile,
  ownPath: (name) => join(folder, name),
  readOwn: (name) => readOwnFile(join(folder, name)),
  changeOwn: (name, change) => changeOwnFile(join(folder, name), change),
  suspend: process.platform === "win32" ? undefined : suspend
})
