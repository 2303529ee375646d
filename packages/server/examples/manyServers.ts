import { startReferenceServer } from "@public-records/server"

/** Starts two servers with different data, limits and faults, and sends requests to both. */
export const sideBySide = async () => {
  const quiet = await startReferenceServer({ synthetic: 1_000, seed: 1 })
  const strict = await startReferenceServer({
    synthetic: 50,
    apiKeys: ["another-key"],
    rateLimit: { limit: 2, window: "1 minute" },
    faults: { seed: 7, faults: [{ on: { requests: [2] }, do: "status", status: 503, retryAfter: 1 }] }
  })
  const send = async ({ fetch, url }: typeof quiet, key: string) => {
    const { headers, status } = await fetch(`${url}/v0/dnc-complaints`, { headers: { "X-Api-Key": key } })
    return { status, remaining: headers.get("x-ratelimit-remaining") }
  }
  try {
    return {
      quiet: await send(quiet, "DEMO_KEY"),
      strict: [await send(strict, "another-key"), await send(strict, "another-key")],
      applied: strict.faults.history().map(({ applied }) => applied)
    }
  } finally {
    await Promise.all([quiet.close(), strict.close()])
  }
}
