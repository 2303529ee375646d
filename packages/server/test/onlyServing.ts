/** Serves until it is told to end, and tells where. */
import { startReferenceServer } from "../src/index.ts"

const { url } = await startReferenceServer({ synthetic: 10 })
process.stdout.write(`${url}\n`)
