/** The reference server with a CSV file, or with a number of generated complaints. */
import { startReferenceServer } from "@public-records/server"
import { benchKey, runServer } from "./ServerProcess.ts"

await runServer(async (data) => {
  const records = /^\d+$/.test(data) ? { synthetic: Number(data) } : { data: [data] }
  return (await startReferenceServer({ ...records, apiKeys: [benchKey], rateLimit: "off" })).url
})
