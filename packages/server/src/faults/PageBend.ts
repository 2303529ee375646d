import type { PageWindow } from "../requests/PageWindow.ts"

/** What a fault does to a page of a list; the straight one does nothing. */
export interface PageBend {
  readonly window: (window: PageWindow) => PageWindow
  readonly records: <A>(records: ReadonlyArray<A>) => ReadonlyArray<A>
}

/** No fault. */
export const straight: PageBend = { window: (window) => window, records: (records) => records }

/** The page starts one record early. */
export const overlapping: PageBend = {
  window: ({ limit, offset }) => ({ limit, offset: Math.max(0, offset - 1) }),
  records: (records) => records
}

/** The page starts so many records early, but always brings at least one that the page before it did not end with. */
export const beginningEarly = (records: number): PageBend => ({
  window: ({ limit, offset }) => ({ limit, offset: Math.max(0, offset - Math.min(records, limit - 1)) }),
  records: (records) => records
})

/** The first record comes twice: the page holds one record more than it should. */
export const doubled: PageBend = {
  window: (window) => window,
  records: (records) => [...records.slice(0, 1), ...records]
}
