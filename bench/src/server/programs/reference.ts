/** The reference server with a CSV file. */
import { startReferenceServer } from "@public-records/server"
import { runServer } from "../ServerProgram.ts"
import { benchKey } from "../urls.ts"

await runServer((dataFile) => startReferenceServer({ data: [dataFile], apiKeys: [benchKey], rateLimit: "off" }))
