import { configDefaults, defineConfig } from "vitest/config"

/** Tests that take long, or need the built executable or another program: no mutant is worth waiting for them. */
const slow = ["hostile", "runtimes", "processes", "socket*", "scenarios*", "terminal*", "fuzz*", "soak*"]

export default defineConfig({
  test: {
    isolate: false,
    testTimeout: 30_000,
    env: { FORCE_COLOR: "1" },
    exclude: [...configDefaults.exclude, ...slow.map((name) => `test/**/${name}.test.ts`)]
  }
})
