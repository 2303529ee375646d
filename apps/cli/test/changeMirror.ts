import { Effect } from "effect"
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"

/** Runs SQL in a file, prints a line, and keeps the file open until standard input ends. */
const program = `
  import { DuckDBInstance } from "@duckdb/node-api"
  const [file, access_mode, sql] = process.argv.slice(1)
  const instance = await DuckDBInstance.create(file, { access_mode })
  const connection = await instance.connect()
  await connection.run(sql)
  process.stdout.write("done\\n")
  for await (const _ of process.stdin);
  connection.closeSync()
  instance.closeSync()`

type Access = "READ_ONLY" | "READ_WRITE"

const argumentsOf = (file: string, access: Access, sql: string) => [
  "--input-type=module",
  "--eval",
  program,
  file,
  access,
  sql
]
const cwd = fileURLToPath(new URL("../", import.meta.url))

/** Changes a mirror by SQL, as another program does. */
export const changeMirror = (file: string, sql: string): void => {
  execFileSync(process.execPath, argumentsOf(file, "READ_WRITE", sql), { cwd, input: "" })
}

/** Opens a mirror in another process until the returned effect has run, or the scope closes. Nobody else can read it if that writes. */
export const holdMirror = (file: string, access: Access = "READ_WRITE") =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const child = spawn(process.execPath, argumentsOf(file, access, "select 1"), {
          cwd,
          stdio: ["pipe", "pipe", "inherit"]
        })
        await once(child.stdout, "data")
        return child
      }),
      (child) => Effect.sync(() => child.kill())
    ),
    (child) =>
      Effect.promise(async () => {
        const ended = once(child, "close")
        child.stdin.end()
        await ended
      })
  )
