/** Serves the API on a free port until it is stopped. Needs `PUBLIC_RECORDS_API_KEY`. */
import { createClient } from "@public-records/core/promise"
import { complaintsApi } from "./complaintsApi.ts"

const { PUBLIC_RECORDS_API_KEY: apiKey, PUBLIC_RECORDS_BASE_URL: baseUrl } = process.env
const api = complaintsApi(createClient({ apiKey, baseUrl }))

process.once("SIGTERM", () => void api.close())
process.stdout.write(`Listening on ${await api.listen({ host: "127.0.0.1", port: 0 })}\n`)
