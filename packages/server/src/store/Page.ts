/** Newest first, or its exact reverse. */
export type Order = "ASC" | "DESC"

/** The records of a page, and how many records match the request. */
export interface Page<A> {
  readonly records: ReadonlyArray<A>
  readonly total: number
}
