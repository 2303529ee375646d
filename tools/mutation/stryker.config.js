// What StrykerJS mutates and how it runs the tests: `pnpm mutation packages/core/src/queries` starts it in packages/core.
import { fileURLToPath } from "node:url"

export default {
  plugins: [fileURLToPath(import.meta.resolve("@stryker-mutator/vitest-runner"))],
  packageManager: "pnpm",
  testRunner: "vitest",
  vitest: {
    configFile: "../../tools/mutation/vitest.config.ts",
    // Tests reach sources through packages' names too, which Vitest does not follow.
    related: false
  },
  // The wording of the programs' messages and helps is not tested word for word.
  mutator: { excludedMutations: process.cwd().includes("/apps/") ? ["StringLiteral"] : [] },
  coverageAnalysis: "perTest",
  // A mutant in a constant requires all tests and a new process.
  ignoreStatic: true,
  timeoutMS: 30_000,
  // Same depth as the packages, so that relative paths work in the copy.
  tempDirName: "../../.stryker",
  // No such file: Stryker would rewrite it with an API that TypeScript 7 does not have.
  tsconfigFile: "none.json",
  thresholds: { high: 97, low: 93, break: 90 },
  incrementalFile: "reports/mutation.json",
  htmlReporter: { fileName: "reports/mutation.html" },
  reporters: ["clear-text", "html", "progress"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false }
}
