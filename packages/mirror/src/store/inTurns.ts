import { Effect } from "effect"

/** Values are processed in turns of this many, which take some milliseconds, so that nothing else has to wait. */
const valuesPerTurn = 500

/** Returns the results of a function for some values each. */
export const inTurns = <A, B>(
  values: ReadonlyArray<A>,
  work: (some: ReadonlyArray<A>) => ReadonlyArray<B>
): Effect.Effect<ReadonlyArray<B>> => {
  const starts = Array.from({ length: Math.ceil(values.length / valuesPerTurn) }, (_, index) => index * valuesPerTurn)
  const results = Effect.forEach(starts, (start) =>
    Effect.andThen(
      Effect.yieldNow,
      Effect.sync(() => work(values.slice(start, start + valuesPerTurn)))
    )
  )
  return Effect.map(results, (all) => all.flat())
}
