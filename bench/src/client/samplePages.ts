import { startReferenceServer } from "@public-records/server"

const pageText = async (fetch: typeof globalThis.fetch, url: string, path: string): Promise<string> => {
  const response = await fetch(`${url}${path}`, { headers: { "x-api-key": "DEMO_KEY" } })
  if (!response.ok) throw new Error(`The reference server answered ${path} with ${response.status}.`)
  return response.text()
}

/** A full page of each collection, as text: real records, as the live service prints them. */
export const samplePages = async (): Promise<{ readonly complaints: string; readonly notices: string }> => {
  const { url, fetch, close } = await startReferenceServer({ profile: "live" })
  try {
    return {
      complaints: await pageText(fetch, url, "/v0/dnc-complaints?items_per_page=50"),
      notices: await pageText(fetch, url, "/v0/hsr-early-termination-notices?page[limit]=50")
    }
  } finally {
    await close()
  }
}
