import { Effect } from "effect"
import { describeCommands, runCommand } from "../commands/tree.ts"
import { commandDocs } from "./commandDocs.ts"
import { helpText } from "./helpText.ts"
import { manPage } from "./manPage.ts"
import { version } from "../version.ts"

/** The man page, and the help of each command by its path. The build writes them, so that `--help` does not load the program. */
export const prerenderedPages = Effect.map(commandDocs(describeCommands(), runCommand), (docs) => ({
  help: Object.fromEntries(docs.map(({ help, path }) => [path.slice(1).join(" "), helpText(help)])),
  manual: manPage(docs, version)
}))
