/** The reference server in a process of its own: says its address in one line, and ends when its input does. */
import { startReferenceServer } from "@public-records/server"
import { benchKey, walkedRecords } from "./walkedService.ts"

const server = await startReferenceServer({ synthetic: walkedRecords, apiKeys: [benchKey], rateLimit: "off" })
process.stdout.write(`${server.url}\n`)
process.stdin.resume()
process.stdin.once("end", () => void server.close())
