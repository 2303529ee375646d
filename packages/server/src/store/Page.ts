/** Sort direction: `DESC` is newest first, `ASC` the exact reverse. */
export type Order = "ASC" | "DESC"

/** The records of a page and the number of records that match the request. */
export interface Page<A> {
  readonly records: ReadonlyArray<A>
  readonly total: number
}
