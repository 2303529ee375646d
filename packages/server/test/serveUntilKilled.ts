/** Starts a server, prints its URL and runs until it is killed. */
import { startReferenceServer } from "../src/index.ts"

const { url } = await startReferenceServer({ synthetic: 10 })
process.stdout.write(`${url}\n`)
