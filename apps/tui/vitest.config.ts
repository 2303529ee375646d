import { defineConfig } from "vitest/config"

// Files share one process: what is loaded and compiled once serves them all. No test's output is a terminal: colors are
// asked for, so that frames with them can be seen. React's production build draws in half the time.
export default defineConfig({
  oxc: { jsx: { development: false } },
  test: { isolate: false, env: { FORCE_COLOR: "1", NODE_ENV: "production" } }
})
