/**
 * Runs the scenarios of a rule while it is broken: `node runBroken.ts 12` breaks the rule of that place in the list.
 *
 * The switch is in no source. Node.js is handed the broken source where it asks for the file; so it is broken in this
 * process only. Prints the place of each scenario that went red, one a line.
 */
import { registerHooks } from "node:module"
import { brokenSource, root } from "./Breakage.ts"
import { breakages } from "./breakages.ts"

const breakage = breakages[Number(process.argv[2])]
if (breakage === undefined) throw new Error("There is no such rule.")
const broken = new URL(breakage.file, root).href
const source = brokenSource(breakage)

registerHooks({
  load: (url, context, nextLoad) =>
    url === broken ? { format: "module-typescript", source, shortCircuit: true } : nextLoad(url, context)
})

const { redScenarios } = await import("./redScenarios.ts")
for await (const place of redScenarios(breakage.statement)) process.stdout.write(`${place}\n`)
process.exit(0)
