import { mkdtemp } from "node:fs/promises"
import { rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { writeCsv, writeJson } from "./dataFiles.ts"
import { questionClasses } from "./questionClasses.ts"
import { type QuestionClass } from "./Question.ts"
import { type ServerProcess, startServer } from "./ServerProcess.ts"

/** The size at which servers are compared. */
export const millionRecords = 1_000_000

/** A page as large as pages get. */
export const wholePage = 50

/** Files with the same records for every server. */
export interface DataFiles {
  /** The daily file's form. */
  readonly csv: string
  /** The service's own form. */
  readonly notices: string
  /** A hundredth of the complaints, in the service's own form. */
  readonly someComplaints: string
}

/** How many complaints are in the smaller file: as many as there are notices. */
const someRecords = millionRecords / 100

const folderForRun = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "public-records-bench-"))
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Made once, when it is first asked for. */
const once = <A>(make: () => Promise<A>): (() => Promise<A>) => {
  let made: Promise<A> | undefined
  return () => (made ??= make())
}

/** What the parts that compare servers at this size share. */
export class MillionComplaints {
  readonly #started: Array<ServerProcess> = []

  readonly #start: typeof startServer = async (...started) => {
    const server = await startServer(...started)
    this.#started.push(server)
    return server
  }

  /** Written once, from generated records. */
  readonly files = once(async (): Promise<DataFiles> => {
    const folder = await folderForRun()
    const files = {
      csv: join(folder, "complaints.csv"),
      notices: join(folder, "notices.json"),
      someComplaints: join(folder, "complaints.json")
    }
    process.stderr.write("Writing 1,000,000 generated complaints to a file\n")
    const generating = await startServer("reference", [String(millionRecords)])
    await writeCsv(generating, millionRecords, files.csv)
    await writeJson(generating, "notices", someRecords, files.notices)
    await writeJson(generating, "complaints", someRecords, files.someComplaints)
    await generating.close()
    return files
  })

  /** The reference server with these records. */
  readonly reference = once(async (): Promise<ServerProcess> => {
    const { csv, notices } = await this.files()
    process.stderr.write("Starting the reference server with that file\n")
    return this.#start("reference", [csv, notices])
  })

  /** The least that Node.js can do. */
  readonly bare = once((): Promise<ServerProcess> => this.#start("bare"))

  /** Fastify and `node:sqlite` with these records. */
  readonly fastify = once(async (): Promise<ServerProcess> => {
    const { csv, notices } = await this.files()
    process.stderr.write("Starting Fastify with node:sqlite with that file\n")
    return this.#start("fastify", [csv, notices])
  })

  /** The reference server with fewer complaints, as many as notices. */
  readonly smallReference = once(async (): Promise<ServerProcess> => {
    const { notices, someComplaints } = await this.files()
    return this.#start("reference", [someComplaints, notices])
  })

  /** json-server with the same. */
  readonly jsonServer = once(async (): Promise<ServerProcess> => {
    const { notices, someComplaints } = await this.files()
    return this.#start("jsonServer", [someComplaints, notices])
  })

  /** What is asked of the reference server. */
  readonly classes = once(async (): Promise<ReadonlyArray<QuestionClass>> =>
    questionClasses(await this.reference(), wholePage)
  )

  async close(): Promise<void> {
    await Promise.all(this.#started.map((server) => server.close()))
  }
}
