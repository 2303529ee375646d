/** The reference server with what its arguments name: a number of generated complaints, or data files. */
import { startReferenceServer } from "@public-records/server"
import { benchKey } from "../serviceUrl.ts"
import { runServer } from "../ServerProgram.ts"

const [first = "0", ...others] = process.argv.slice(2)
const isCount = /^\d+$/.test(first)
const records = isCount ? { synthetic: Number(first) } : { data: [first, ...others] }

await runServer(() => startReferenceServer({ ...records, apiKeys: [benchKey], rateLimit: "off" }))
