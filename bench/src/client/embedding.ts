import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { build as esbuild } from "esbuild"
import { build as vite } from "vite"
import { interleave, type Measure, measureOf, type Side } from "../Measure.ts"
import { runProgram } from "../processes.ts"

/** The published entry, which `pnpm bench` builds. */
const ours = fileURLToPath(new URL("../../../packages/core/dist/promise.js", import.meta.url))

type Bundle = (program: string, external?: Array<string>) => Promise<Uint8Array>

const byEsbuild: Bundle = async (program, external = []) => {
  const { outputFiles } = await esbuild({
    stdin: { contents: program, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    write: false,
    platform: "browser",
    format: "esm",
    target: "es2024",
    legalComments: "none",
    logLevel: "error",
    external
  })
  return outputFiles[0]?.contents ?? new Uint8Array()
}

const byVite: Bundle = async (program) => {
  const entry = `${import.meta.dirname}/program.js`
  const result = await vite({
    configFile: false,
    logLevel: "error",
    plugins: [
      { name: "program", resolveId: (id) => (id === entry ? id : null), load: (id) => (id === entry ? program : null) }
    ],
    build: { write: false, target: "es2024", modulePreload: false, rolldownOptions: { input: entry } }
  })
  const outputs = [result].flat().flatMap((one) => ("output" in one ? one.output : []))
  return Buffer.from(outputs.map((one) => (one.type === "chunk" ? one.code : "")).join(""))
}

/** **Units** a KB is 1,000 bytes. */
const kilobytes = async (bundle: Bundle, program: string): Promise<number> =>
  gzipSync(await bundle(program)).length / 1000

/** Compares the bundles of equivalent programs. */
const size = (name: string, bundle: Bundle, goal: number, programs: typeof oneCall): Measure => ({
  name,
  unit: "KB",
  goal,
  run: async () => {
    const peers = programs.peers.map(async (program) => (await kilobytes(bundle, program)).toFixed(1))
    return { value: await kilobytes(bundle, programs.ours), peer: (await Promise.all(peers)).join(", ") }
  }
})

const oneCall = {
  ours: `import { createClient } from "${ours}"\nconsole.log(await createClient().complaints.page({}))`,
  peers: [
    'import OpenAI from "openai"\nconsole.log(await new OpenAI().models.list())',
    'import { Octokit } from "octokit"\nconsole.log(await new Octokit().rest.meta.get())',
    'import Stripe from "stripe"\nconsole.log(await new Stripe("key").charges.list())'
  ]
}
const errorClass = {
  ours: `import { PublicRecordsError } from "${ours}"\nconsole.log(PublicRecordsError)`,
  peers: [
    'import { APIError } from "openai"\nconsole.log(APIError)',
    'import { RequestError } from "octokit"\nconsole.log(RequestError)',
    'import Stripe from "stripe"\nconsole.log(Stripe.errors.StripeError)'
  ]
}

/** Returns the processor time of importing a module in a new process. **Units** milliseconds. */
const importing =
  (url: string): Side =>
  async () => {
    const program = `await import(${JSON.stringify(url)}); const { user, system } = process.cpuUsage(before); console.log((user + system) / 1000)`
    const args = ["--input-type=module", "--eval", `const before = process.cpuUsage(); ${program}`]
    return Number((await runProgram(args)).stdout)
  }

const start = (peer: string, goal?: number): Measure => ({
  name: `import core/promise / ${peer}`,
  unit: "×",
  goal,
  run: () => interleave(importing(ours), importing(import.meta.resolve(peer)), { rounds: 15, warmUp: 2 })
})

const effectEntry = 'export * from "@public-records/core"'
const minified = async () => (await byEsbuild(effectEntry, ["effect", "effect/*"])).length / 1000

export const measures: ReadonlyArray<Measure> = [
  size("one call / openai, octokit, stripe: esbuild, gzipped", byEsbuild, 85, oneCall),
  size("one call / openai, octokit, stripe: Vite, gzipped", byVite, 80, oneCall),
  size("error class / openai, octokit, stripe: esbuild, gzipped", byEsbuild, 1, errorClass),
  size("error class / openai, octokit, stripe: Vite, gzipped", byVite, 1, errorClass),
  start("stripe", 0.8),
  start("openai"),
  start("octokit"),
  measureOf("core for Effect, without effect, minified", "KB", minified, 40),
  measureOf("core for Effect, with effect, gzipped", "KB", () => kilobytes(byEsbuild, effectEntry))
]
