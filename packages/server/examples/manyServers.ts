import { startReferenceServer } from "@public-records/server"

/** Two services side by side, each with its own data, limit and faults, and how a plain request fares with each. */
export const sideBySide = async () => {
  const quiet = await startReferenceServer({ synthetic: 1_000, seed: 1 })
  const strict = await startReferenceServer({
    synthetic: 50,
    apiKeys: ["a-key-of-its-own"],
    rateLimit: { limit: 2, window: "1 minute" },
    faults: { seed: 7, faults: [{ on: { requests: [2] }, do: "status", status: 503, retryAfter: 1 }] }
  })
  const ask = async ({ fetch, url }: typeof quiet, key: string) => {
    const { headers, status } = await fetch(`${url}/v0/dnc-complaints`, { headers: { "X-Api-Key": key } })
    return { status, remaining: headers.get("x-ratelimit-remaining") }
  }
  try {
    return {
      quiet: await ask(quiet, "DEMO_KEY"),
      strict: [await ask(strict, "a-key-of-its-own"), await ask(strict, "a-key-of-its-own")],
      applied: strict.faults.history().map(({ applied }) => applied)
    }
  } finally {
    await Promise.all([quiet.close(), strict.close()])
  }
}
