import { defineConfig } from "vitest/config"

// Runs all files in one process, so that modules are loaded and compiled only once. No test writes to a terminal, so colors are
// turned on for the frames that need them. React's production build draws in half the time.
export default defineConfig({
  oxc: { jsx: { development: false } },
  test: { isolate: false, env: { FORCE_COLOR: "1", NODE_ENV: "production" } }
})
