import { execFileSync } from "node:child_process"
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir, userInfo } from "node:os"
import { delimiter, join } from "node:path"
import { pathToFileURL } from "node:url"
import { comparable, type Row } from "./answers.ts"
import { loadCommand, type Question, setupOf } from "./recipes.ts"

/** A query engine that is installed. */
export interface Engine {
  readonly name: string
  /** Runs the questions in a folder that contains the exports. Returns the rows of each. */
  readonly answer: (folder: string, questions: ReadonlyArray<Question>) => ReadonlyArray<ReadonlyArray<Row>>
}

/** Another time zone than UTC, because no statement may depend on it. */
const environment = { ...process.env, TZ: "America/New_York" }

/** Folders with further packages, in which engines are installed. */
const installed = (process.env["PUBLIC_RECORDS_ENGINES"] ?? "").split(delimiter).filter((folder) => folder !== "")

/** Returns the URL of a package, or `undefined` if it is not installed. */
const packageUrl = (name: string): string | undefined => {
  for (const folder of [join(import.meta.dirname, "../.."), ...installed]) {
    try {
      return pathToFileURL(createRequire(join(folder, "package.json")).resolve(name)).href
    } catch {
      continue
    }
  }
  return undefined
}

/** Runs a program and returns its output. */
const runProgram = (
  command: string,
  args: ReadonlyArray<string>,
  cwd: string,
  variables: Readonly<Record<string, string>> = {}
): string =>
  execFileSync(command, args, { cwd, env: { ...environment, ...variables }, encoding: "utf8", maxBuffer: 1 << 28 })

/** Creates an engine whose package for Node.js runs statements and prints the rows of each as JSON. */
const packageEngine = (name: string, packageName: string, program: string): Engine | undefined => {
  const url = packageUrl(packageName)
  if (url === undefined) return undefined
  return {
    name,
    answer: (folder, questions) => {
      const statements = [...setupOf(name), ...questions.map(({ sql }) => sql)]
      const args = ["--input-type=module", "--eval", program, url, JSON.stringify(statements)]
      const answers: ReadonlyArray<ReadonlyArray<ReadonlyArray<unknown>>> = JSON.parse(
        runProgram(process.execPath, args, folder)
      )
      return answers.slice(-questions.length).map(comparable)
    }
  }
}

const duckdb = () =>
  packageEngine(
    "DuckDB",
    "@duckdb/node-api",
    `const [url, statements] = process.argv.slice(1)
     const { DuckDBInstance } = (await import(url)).default
     const connection = await (await DuckDBInstance.create(":memory:")).connect()
     const answers = []
     for (const sql of JSON.parse(statements)) answers.push((await connection.runAndReadAll(sql)).getRowsJson())
     console.log(JSON.stringify(answers))`
  )

const clickhouse = () =>
  packageEngine(
    "ClickHouse",
    "chdb",
    `const [url, statements] = process.argv.slice(1)
     const { Session } = (await import(url)).default
     const session = new Session()
     const answers = []
     for (const sql of JSON.parse(statements)) {
       const lines = session.query(sql, "JSONCompactEachRow").split("\\n").filter(Boolean)
       answers.push(lines.map((line) => JSON.parse(line)))
     }
     session.cleanup()
     console.log(JSON.stringify(answers))`
  )

/** Folders in which the programs of the server may be, which Debian does not put on the PATH. */
const serverFolders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/lib/postgresql/15/bin"]

const serverProgram = (name: string): string | undefined =>
  serverFolders.map((folder) => join(folder, name)).find((path) => existsSync(path))

/** PostgreSQL does not run as root, so that its own user runs it then. */
const asServerUser = (command: string, args: ReadonlyArray<string>): readonly [string, ReadonlyArray<string>] =>
  userInfo().uid === 0 ? ["runuser", ["-u", "postgres", "--", command, ...args]] : [command, args]

const fieldEnd = "\u001F"
const rowEnd = "\u001E"
const nullText = "\u001D"

const rowsOf = (output: string): ReadonlyArray<Row> =>
  comparable(
    output
      .split(rowEnd)
      .map((line) => line.replace(/\n$/, ""))
      .filter((line) => line !== "")
      .map((line) => line.split(fieldEnd).map((cell) => (cell === nullText ? null : cell)))
  )

/** Starts a server of its own, which listens only on a socket in a temporary folder. */
const startServer = (initdb: string, control: string) => {
  const socket = mkdtempSync(join(tmpdir(), "postgres-"))
  chmodSync(socket, 0o777)
  const data = join(socket, "data")
  const run = (program: string, args: ReadonlyArray<string>): void => {
    const [command, all] = asServerUser(program, args)
    execFileSync(command, all, { cwd: socket, stdio: "ignore", timeout: 60_000 })
  }
  const options = `-k ${socket} -c listen_addresses= -c fsync=off`
  run(initdb, ["--pgdata", data, "--username", "postgres", "--auth", "trust"])
  run(control, ["--pgdata", data, "--wait", "--log", join(socket, "log"), "--options", options, "start"])
  return {
    socket,
    stop: () => {
      run(control, ["--pgdata", data, "--wait", "--mode", "fast", "stop"])
      rmSync(socket, { recursive: true, force: true })
    }
  }
}

/** The output of psql without headers, whose fields and rows end with characters that no text has. */
const plainOutput = [
  ..."--no-psqlrc --quiet --no-align --tuples-only --set ON_ERROR_STOP=1".split(" "),
  `--field-separator=${fieldEnd}`,
  `--record-separator=${rowEnd}`,
  `--pset=null=${nullText}`
]

const postgresql = (): Engine | undefined => {
  const [initdb, control, client] = ["initdb", "pg_ctl", "psql"].map(serverProgram)
  if (initdb === undefined || control === undefined || client === undefined) return undefined
  return {
    name: "PostgreSQL",
    answer: (folder, questions) => {
      const { socket, stop } = startServer(initdb, control)
      const connected = { PGHOST: socket, PGUSER: "postgres", PGDATABASE: "postgres" }
      const ask = (sql: string) => runProgram(client, [...plainOutput, "--command", sql], folder, connected)
      try {
        for (const sql of setupOf("PostgreSQL")) ask(sql)
        // Twice, because it is repeated after each export.
        for (let load = 0; load < 2; load++) runProgram("sh", ["-c", loadCommand("PostgreSQL")], folder, connected)
        return questions.map(({ sql }) => rowsOf(ask(sql)))
      } finally {
        stop()
      }
    }
  }
}

/** Finds the engines that are installed, and those that are not. */
export const findEngines = () => {
  const all = { DuckDB: duckdb(), ClickHouse: clickhouse(), PostgreSQL: postgresql() }
  return {
    present: Object.values(all).filter((engine) => engine !== undefined),
    absent: Object.entries(all).flatMap(([name, engine]) => (engine === undefined ? [name] : []))
  }
}
