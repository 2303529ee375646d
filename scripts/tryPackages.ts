/**
 * Uses the packages like their users: `pnpm try-packages` packs them and installs the tarballs with npm in an empty folder outside
 * of the workspace. It compiles the examples there, including the declarations of the packages, and runs the examples, their tests
 * and the executable on this Node.js and on Node.js 22. Needs network access for npm.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { findOptionalPrograms } from "./OptionalPrograms.ts"
import { type ConsumerProject, makeConsumerProject, makePlainProject } from "./ConsumerProject.ts"
import { packAll, findProblems } from "./PackedPackages.ts"

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const assert = (condition: boolean, message: string): void => {
  if (!condition) throw new Error(message)
}

const compile = ({ run }: ConsumerProject): void => {
  run(join("node_modules", ".bin", "tsc"), ["-p", "tsconfig.json"])
  say("Compiled with skipLibCheck: false.")
}

const { missing, present } = findOptionalPrograms()

const runTests = ({ run }: ConsumerProject, node: string): void => {
  const vitest = join("node_modules", "vitest", "vitest.mjs")
  const programs = present.map(({ program }) => program).join(",")
  const output = run(node, [vitest, "run", "--testTimeout=600000"], {
    PATH: `${dirname(node)}${delimiter}${process.env["PATH"]}`,
    PUBLIC_RECORDS_TEST_PROGRAMS: programs,
    NO_COLOR: "1"
  })
  say(/Tests .*/.exec(output)?.[0] ?? "The test runner printed no totals.")
}

/** Waits for the first line of a server, which names its URL. */
const firstLine = (program: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = ""
    program.stdout?.setEncoding("utf8").on("data", (text: string) => {
      output += text
      if (output.includes("\n")) resolve(output.split("\n")[0] ?? "")
    })
    program.once("close", () => reject(new Error(`The server ended before it listened: ${output}`)))
  })

const whileRunning = async (
  command: ReadonlyArray<string>,
  { folder }: ConsumerProject,
  env: NodeJS.ProcessEnv,
  use: (url: string) => Promise<void>
): Promise<void> => {
  const [file = "", ...args] = command
  const program = spawn(file, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"]
  })
  try {
    await use((await firstLine(program)).replace("Listening on ", ""))
  } finally {
    program.kill("SIGTERM")
  }
}

/** Imports every entry point, runs the executable, and runs the examples against its server, over HTTPS and with an API key. */
const runPrograms = async (project: ConsumerProject, node: string): Promise<void> => {
  project.run(node, ["entries.ts"])
  const executable = join("node_modules", "public-records", "dist", "public-records.js")
  const listed = project.run(node, [executable, "complaints", "list", "--demo", "--state", "Ohio", "--limit", "3"])
  assert(listed.trim().split("\n").length === 3, `The executable printed unexpected records: ${listed}`)
  // With DuckDB, which is not bundled.
  const parquet = ["export", "complaints", "--demo", "--limit", "3", "--out", "three.parquet"]
  project.run(node, [executable, ...parquet])
  const serve = [node, executable, "serve", "--port", "0", "--tls-write", "certificate.pem", "--log", "off"]
  await whileRunning(serve, project, {}, async (baseUrl) => {
    const env = {
      NODE_EXTRA_CA_CERTS: join(project.folder, "certificate.pem"),
      PUBLIC_RECORDS_API_KEY: "DEMO_KEY",
      PUBLIC_RECORDS_BASE_URL: baseUrl
    }
    const callers = project.run(node, ["effect-service/main.ts"], env)
    assert(/^(\d+ \d+\n){3}$/.test(callers), `The Effect service printed unexpected callers: ${callers}`)
    await whileRunning([node, "fastify/main.ts"], project, env, async (url) => {
      const response = await fetch(`${url}/states/Ohio/complaints`)
      const body = await response.text()
      assert(body.includes('"consumerState":"Ohio"'), `The Fastify API returned unexpected complaints: ${body}`)
    })
  })
  say("The executable and the examples work.")
}

const folder = mkdtempSync(join(tmpdir(), "public-records-packages-"))
try {
  const tarballs = packAll(folder)
  for (const tarball of tarballs)
    for (const problem of await findProblems(tarball)) assert(false, `${tarball}: ${problem}`)
  const plain = makePlainProject(join(folder, "plain"), tarballs)
  compile(plain)
  plain.run(process.execPath, ["main.ts"])
  say("The entries for Promises work without effect.")
  const project = makeConsumerProject(join(folder, "consumer"), tarballs)
  say(`Installed ${tarballs.length} packages.`)
  compile(project)
  for (const node of [process.execPath, join(project.folder, "node_modules", "node22", "bin", "node")]) {
    say(`Node.js ${project.run(node, ["--version"]).trim()}:`)
    runTests(project, node)
    await runPrograms(project, node)
  }
  for (const { subject, program } of missing) say(`not run: ${subject} (no ${program})`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
