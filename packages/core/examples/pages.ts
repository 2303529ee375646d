import { type Bookmark, type Complaint, createClient } from "@public-records/core/promise"

/** Where a program keeps its position. Everything in it is plain JSON. */
export interface Store {
  position: { readonly bookmark: Bookmark; readonly seen: ReadonlyArray<string> } | undefined
  readonly complaints: Array<Complaint>
}

/** Reads some pages of a day's complaints into a store. Each later call continues after the last page, even in another process. */
export const readPages = async (store: Store, day: string, pages: number, apiKey: string, fetch = globalThis.fetch) => {
  await using client = createClient({ apiKey, fetch })
  const walk = client.complaints.pages({ createdFrom: day, createdTo: day }, { from: store.position })
  let read = 0
  for await (const { bookmark, records, seen } of walk) {
    store.complaints.push(...records)
    store.position = { bookmark, seen: [...(store.position?.seen ?? []), ...seen] }
    read += 1
    if (read === pages) break
  }
  return walk.report
}
