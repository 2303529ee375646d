/**
 * Tries the packages as their users do: `pnpm packages` packs them, installs the tarballs with npm into an empty folder
 * outside of the workspace, compiles the examples there with the packages' declarations checked too, and runs the examples'
 * tests, programs and the executable on this Node.js and on Node.js 22. Needs a network for npm.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { findOptionalPrograms } from "./OptionalPrograms.ts"
import { type FreshProject, freshProject } from "./FreshProject.ts"
import { packAll, problemsOf } from "./PackedPackages.ts"

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const need = (isRight: boolean, sentence: string): void => {
  if (!isRight) throw new Error(sentence)
}

const compile = ({ run }: FreshProject): void => {
  run(join("node_modules", ".bin", "tsc"), ["-p", "tsconfig.json"])
  say("compiled with skipLibCheck: false")
}

const { missing, present } = findOptionalPrograms()

const runTests = ({ run }: FreshProject, node: string): void => {
  const vitest = join("node_modules", "vitest", "vitest.mjs")
  const programs = present.map(({ program }) => program).join(",")
  const said = run(node, [vitest, "run", "--testTimeout=120000"], {
    PATH: `${dirname(node)}${delimiter}${process.env["PATH"]}`,
    PUBLIC_RECORDS_TEST_PROGRAMS: programs,
    NO_COLOR: "1"
  })
  say(/Tests .*/.exec(said)?.[0] ?? "no sum of tests")
}

/** The line with which a program says that it listens. */
const firstLine = (program: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = ""
    program.stdout?.setEncoding("utf8").on("data", (text: string) => {
      said += text
      if (said.includes("\n")) resolve(said.split("\n")[0] ?? "")
    })
    program.once("close", () => reject(new Error(`It ended before it listened: ${said}`)))
  })

const whileRunning = async (
  command: ReadonlyArray<string>,
  { folder }: FreshProject,
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

/** Every entry loads; the executable serves; the examples' programs ask it, over HTTPS and with a key, as they would ask the service. */
const runPrograms = async (project: FreshProject, node: string): Promise<void> => {
  project.run(node, ["entries.ts"])
  const executable = join("node_modules", "public-records", "dist", "public-records.js")
  const listed = project.run(node, [executable, "complaints", "list", "--demo", "--state", "Ohio", "--max", "3"])
  need(listed.trim().split("\n").length === 3, `The executable listed something else: ${listed}`)
  const serve = [node, executable, "serve", "--port", "0", "--tls-write", "certificate.pem", "--log", "off"]
  await whileRunning(serve, project, {}, async (baseUrl) => {
    const env = {
      NODE_EXTRA_CA_CERTS: join(project.folder, "certificate.pem"),
      PUBLIC_RECORDS_API_KEY: "DEMO_KEY",
      PUBLIC_RECORDS_BASE_URL: baseUrl
    }
    const callers = project.run(node, ["effect-service/main.ts"], env)
    need(/^(\d+ \d+\n){3}$/.test(callers), `The Effect service said something else: ${callers}`)
    await whileRunning([node, "fastify/main.ts"], project, env, async (url) => {
      const answer = await fetch(`${url}/states/Ohio/complaints`)
      need((await answer.text()).includes('"consumerState":"Ohio"'), "The API in Fastify answered something else.")
    })
  })
  say("the executable and the examples' programs do what they say")
}

const folder = mkdtempSync(join(tmpdir(), "public-records-packages-"))
try {
  const tarballs = packAll(folder)
  for (const tarball of tarballs) for (const problem of await problemsOf(tarball)) need(false, `${tarball}: ${problem}`)
  const project = freshProject(join(folder, "fresh"), tarballs)
  say(`${tarballs.length} packages installed`)
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
