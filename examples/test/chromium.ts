import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"

const program = "chromium"
/** The programs that the whole run found; nothing where this workspace is tested by itself. */
const found = process.env["PUBLIC_RECORDS_TEST_PROGRAMS"]?.split(",")

/** Where `chromium` is, and nothing on a machine that has none: there the test of the page is not registered. */
export const chromiumProgram: string | undefined =
  found === undefined || found.includes(program)
    ? (process.env["PATH"] ?? "")
        .split(delimiter)
        .map((folder) => join(folder, program))
        .find((path) => existsSync(path))
    : undefined
