import { clipboardTools, copyText, type Environment } from "./clipboard.ts"
import { openInBrowser } from "./browser.ts"
import { freePathOf, saveNewFile } from "./files.ts"
import type { Outside } from "./Outside.ts"

/** The machine that the program runs on. */
export const machine = (stdout: NodeJS.WriteStream, environment: Environment): Outside => ({
  copy: (text) =>
    copyText(text, {
      tools: clipboardTools(process.platform, environment),
      isInTmux: (environment["TMUX"] ?? "") !== "",
      write: (sequence) => stdout.write(sequence)
    }),
  browse: (address) => openInBrowser(address, process.platform, environment),
  freePath: freePathOf,
  saveNew: saveNewFile
})
