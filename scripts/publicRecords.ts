/** Runs the executable of this checkout in the folder of the person who called `pnpm public-records`. pnpm runs scripts in the root. */
const { INIT_CWD: callersFolder = "." } = process.env

process.chdir(callersFolder)
await import(new URL("../apps/cli/dist/public-records.js", import.meta.url).href)
