/** Runs the tests of a package as often as it is told to, each time in a new thread; a mutant is never on the disk. */
import { fileURLToPath } from "node:url"
import { inspect } from "node:util"
import { Schema } from "effect"
import { createVitest } from "vitest/node"
import { TestResult, TestRun } from "./TestRun.ts"

/** What Vitest is handed where it asks for a file. */
const sources = new Map<string, string>()

/** Keeps the order that was asked for. */
class AsAsked {
  readonly sort = <File>(files: ReadonlyArray<File>): Array<File> => [...files]
  readonly shard = <File>(files: ReadonlyArray<File>): Array<File> => [...files]
}

const vitest = await createVitest(
  "test",
  {
    root: process.argv[2] ?? "",
    config: false,
    watch: false,
    pool: "threads",
    isolate: false,
    fileParallelism: false,
    fsModuleCache: false,
    bail: 1,
    testTimeout: 60_000,
    reporters: [{}],
    disableConsoleIntercept: true,
    runner: fileURLToPath(new URL("MutantRunner.ts", import.meta.url)),
    sequence: { sequencer: AsAsked }
  },
  { plugins: [{ name: "mutant", enforce: "pre", load: (id) => sources.get(id) }] }
)

const run = async ({ sources: others, tests }: TestRun): Promise<TestResult> => {
  for (const file of sources.keys()) vitest.invalidateFile(file)
  sources.clear()
  for (const { code, file } of others) {
    sources.set(file, code)
    vitest.invalidateFile(file)
  }
  // What failed in the run before would end this one at its first test.
  vitest.state.filesMap.clear()
  vitest.state.idMap.clear()
  const project = vitest.getRootProject()
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    tests.map(({ file, ids }) => project.createSpecification(file, ids === undefined ? {} : { testIds: [...ids] }))
  )
  const modules = testModules.map((module) => ({ module, tests: [...module.children.allTests()] }))
  const failed = modules.flatMap(({ module, tests }) => [
    ...module.errors().map(({ message }) => `${module.relativeModuleId}: ${message}`),
    ...tests.flatMap((test) => test.result().errors?.map(({ message }) => `${test.fullName}: ${message}`) ?? [])
  ])
  return {
    failures: [...failed, ...unhandledErrors.map((error) => inspect(error))],
    tests: modules.flatMap(({ module, tests }) =>
      tests.map((test) => ({
        file: module.moduleId,
        id: test.id,
        duration: test.diagnostic()?.duration ?? 0,
        reached: test.meta().reached ?? []
      }))
    ),
    reachedBefore: modules.flatMap(({ tests }) => tests.flatMap((test) => test.meta().reachedBefore ?? []))
  }
}

process.on("message", (message) => {
  void run(Schema.decodeUnknownSync(TestRun)(message)).then((result) =>
    process.send?.(Schema.encodeSync(TestResult)(result))
  )
})
