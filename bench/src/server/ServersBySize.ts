import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { rowsOf, writeComplaints } from "./complaintRows.ts"
import { type QuestionClass, questionClasses } from "./Question.ts"
import { type ServerProcess, startServer } from "./ServerProcess.ts"

/** Runs a function on the first call with a key, and returns its result on every call with that key. */
const memoized = <Key, A>(make: (key: Key) => Promise<A>): ((key: Key) => Promise<A>) => {
  const made = new Map<Key, Promise<A>>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}

/** Data files by number of complaints, and servers with these files. The parts of the bench share them. */
export class ServersBySize {
  readonly #started: Array<ServerProcess> = []

  readonly #start = async (name: "reference" | "fastify" | "jsonServer", complaints: number) => {
    const server = await startServer(name, await this.file(complaints))
    this.#started.push(server)
    return server
  }

  /** A file in the format of the daily file. */
  readonly file = memoized(async (complaints: number): Promise<string> => {
    const folder = mkdtempSync(join(tmpdir(), "public-records-bench-"))
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, `complaints-${complaints}.csv`)
    await writeComplaints(path, complaints)
    return path
  })

  readonly reference = memoized((complaints: number) => this.#start("reference", complaints))
  readonly fastify = memoized((complaints: number) => this.#start("fastify", complaints))
  readonly jsonServer = memoized((complaints: number) => this.#start("jsonServer", complaints))

  readonly questions = memoized(async (complaints: number): Promise<ReadonlyArray<QuestionClass>> =>
    questionClasses(Array.from(rowsOf(readFileSync(await this.file(complaints), "utf8"))))
  )

  async close(): Promise<void> {
    await Promise.all(this.#started.map((server) => server.close()))
  }
}
