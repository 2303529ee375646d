import { Effect } from "effect"
import { CommandDocs } from "./help/commandDocs.ts"
import { documented } from "./documented.ts"
import { helpText } from "./help/helpText.ts"
import { manPage } from "./help/manPage.ts"
import { version } from "./version.ts"

/**
 * The pages that the build writes down: the man page, and the help of each command by its path, such as
 * `complaints list`, so that `--help` need not load the program.
 */
export const writtenPages = documented(
  Effect.gen(function* () {
    const docs = yield* (yield* CommandDocs).all
    const pages = docs.map(({ help, path }) => [path.slice(1).join(" "), helpText(help)] as const)
    return { help: Object.fromEntries(pages), manual: manPage(docs, version) }
  })
)
