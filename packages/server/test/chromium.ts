import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"

const program = "chromium"
/** The programs found by the full test run, or `undefined` if only this workspace is tested. */
const found = process.env["PUBLIC_RECORDS_TEST_PROGRAMS"]?.split(",")

/** The path of `chromium`, or `undefined` if it is not installed. Without it the tests of the page are not registered. */
export const chromiumProgram: string | undefined =
  found === undefined || found.includes(program)
    ? (process.env["PATH"] ?? "")
        .split(delimiter)
        .map((folder) => join(folder, program))
        .find((path) => existsSync(path))
    : undefined
