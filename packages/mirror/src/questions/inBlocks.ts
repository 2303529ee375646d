import { Effect } from "effect"

/** A part of a list. */
interface Part<Stored> {
  readonly records: ReadonlyArray<Stored>
  readonly total: number
}

/** The position of a page in its list. */
interface Window {
  readonly limit: number
  readonly offset: number
}

/** The number of records in a block. */
const blockSize = 10_000

/**
 * Returns a function that reads pages of lists. A page that follows the previous one, as in an export of all records, is cut out of a block,
 * because reading fifty records takes almost as long as reading thousands. `version` returns a text that changes with the records.
 */
export const inBlocks = <Query extends Window, Stored, E>(
  version: () => string,
  read: (query: Query) => Effect.Effect<Part<Stored>, E>
) => {
  let block: (Window & Part<Stored> & { readonly name: string }) | undefined
  let last: (Window & { readonly name: string }) | undefined
  return (query: Query): Effect.Effect<Part<Stored>, E> =>
    Effect.suspend(() => {
      const { limit, offset } = query
      const name = JSON.stringify([version(), { ...query, limit: 0, offset: 0 }])
      const isNext = last?.name === name && offset > last.offset && offset <= last.offset + last.limit
      last = { name, limit, offset }
      const cut = ({ offset: start, records, total }: Window & Part<Stored>): Part<Stored> => ({
        records: records.slice(offset - start, offset - start + limit),
        total
      })
      const isInBlock = block?.name === name && block.offset <= offset && offset + limit <= block.offset + block.limit
      if (block !== undefined && isInBlock) return Effect.succeed(cut(block))
      if (!isNext || limit >= blockSize) return read(query)
      return Effect.map(read({ ...query, limit: blockSize }), (part) => {
        block = { name, limit: blockSize, offset, ...part }
        return cut(block)
      })
    })
}
