import type { CallOrder, Stretch } from "./CallOrder.ts"

/** Newest first, or its exact reverse. */
export type Order = "ASC" | "DESC"

/** The records that meet a request's conditions; reading from any offset costs the same. */
export interface Selection {
  readonly total: number
  /** Some of their ordinals, ascending: those from the `skip`th on. */
  readonly ascending: (skip: number, count: number) => Array<number>
}

/** The ordinals of one page. */
export const pageOfSelection = (
  { ascending, total }: Selection,
  order: Order,
  offset: number,
  limit: number
): ReadonlyArray<number> => {
  const length = Math.max(0, Math.min(limit, total - offset))
  if (length === 0) return []
  return order === "ASC" ? ascending(offset, length) : ascending(total - offset - length, length).toReversed()
}

/** The records of a stretch of ordinals. */
export const allBetween = (start: number, end: number): Selection => ({
  total: Math.max(0, end - start),
  ascending: (skip, count) => {
    const ordinals: Array<number> = []
    for (let ordinal = start + skip; ordinals.length < count; ordinal++) ordinals.push(ordinal)
    return ordinals
  }
})

/** The records of a list of ordinals. */
export const listed = (ordinals: Uint32Array): Selection => ({
  total: ordinals.length,
  ascending: (skip, count) => {
    const some: Array<number> = []
    for (let place = skip; place < skip + count; place++) some.push(ordinals[place] ?? 0)
    return some
  }
})

/** The records of a stretch of calls that were created within a stretch of ordinals. */
export const calledBetween = (calls: CallOrder, stretch: Stretch, start: number, end: number): Selection => {
  const before = calls.countBefore(stretch, start)
  return {
    total: Math.max(0, calls.countBefore(stretch, end) - before),
    ascending: (skip, count) => calls.ordinals(stretch, before + skip, count)
  }
}

/** The records of selections that follow one another; each comes with the ordinal that its first ordinal is among all. */
export const joined = (parts: ReadonlyArray<{ readonly first: number; readonly selection: Selection }>): Selection => ({
  total: parts.reduce((sum, { selection }) => sum + selection.total, 0),
  ascending: (skip, count) => {
    const ordinals: Array<number> = []
    let before = 0
    for (const { first, selection } of parts) {
      const from = Math.max(0, skip - before)
      const some = Math.min(selection.total - from, count - ordinals.length)
      if (some > 0) for (const ordinal of selection.ascending(from, some)) ordinals.push(first + ordinal)
      before += selection.total
    }
    return ordinals
  }
})
