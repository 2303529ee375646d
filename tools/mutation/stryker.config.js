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
  coverageAnalysis: "perTest",
  // A constant needs all tests, and another process, for each of its mutants.
  ignoreStatic: true,
  // As deep as the packages, so that relative paths lead from the copy to the same places.
  tempDirName: "../../.stryker",
  // No such file: Stryker would rewrite it with an API that TypeScript 7 does not have.
  tsconfigFile: "none.json",
  thresholds: { high: 97, low: 93, break: 90 },
  incrementalFile: "reports/mutation.json",
  htmlReporter: { fileName: "reports/mutation.html" },
  reporters: ["clear-text", "html", "progress"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false }
}
