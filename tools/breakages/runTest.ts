/**
 * Runs a test file and prints, as JSON, how many of its tests ran and which of them failed:
 * `node tools/breakages/runTest.ts packages/core/test/walk.test.ts`. `pnpm breakages` runs it in a broken copy of the sources.
 */
import { startVitest } from "vitest/node"

const [file = ""] = process.argv.slice(2)
const [, workspace = "", test = ""] = /^(\w+\/\w+)\/(.+)$/.exec(file) ?? []
process.chdir(workspace)
const vitest = await startVitest("test", [test], { watch: false, reporters: [], testTimeout: 60_000 })
const tests = vitest.state.getTestModules().flatMap((module) => Array.from(module.children.allTests()))
const red = tests.filter((one) => one.result().state === "failed").map(({ name }) => name)
process.stdout.write(`${JSON.stringify({ driver: file, ran: tests.length, red })}\n`)
process.exit(0)
