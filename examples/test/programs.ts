import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"

/** The programs that `pnpm test` found, or `undefined` if this workspace is tested separately. */
const found = process.env["PUBLIC_RECORDS_TEST_PROGRAMS"]?.split(",")

const pathOf = (program: string): string | undefined =>
  found === undefined || found.includes(program)
    ? (process.env["PATH"] ?? "")
        .split(delimiter)
        .map((folder) => join(folder, program))
        .find((path) => existsSync(path))
    : undefined

/** The paths of optional programs. Tests that need a missing one are not registered. */
export const chromiumProgram = pathOf("chromium")
export const redisProgram = pathOf("redis-server")
