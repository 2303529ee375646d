import { defineConfig } from "vitest/config"

// Files share one process, so that modules load only once. The output of tests is not a terminal, so FORCE_COLOR enables
// the colors of the golden frames. React's production build draws in half the time, and Ink measures text as in the executable.
export default defineConfig({
  oxc: { jsx: { development: false } },
  test: {
    isolate: false,
    env: { FORCE_COLOR: "1", NODE_ENV: "production" },
    execArgv: [`--import=${new URL("test/replaceStringWidth.ts", import.meta.url).href}`]
  }
})
