import type { PageWindow } from "../requests/PageWindow.ts"

/** Changes a page of a list. */
export interface PageTransform {
  readonly window: (window: PageWindow) => PageWindow
  readonly records: <A>(records: ReadonlyArray<A>) => ReadonlyArray<A>
}

/** Leaves the page as it is. */
export const identityTransform: PageTransform = { window: (window) => window, records: (records) => records }

/** Starts a page some records early. It still contains at least one record that the previous page does not. */
export const startingEarly = (records: number): PageTransform => ({
  window: ({ limit, offset }) => ({ limit, offset: Math.max(0, offset - Math.min(records, limit - 1)) }),
  records: (page) => page
})
