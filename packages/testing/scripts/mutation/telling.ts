import { type Stretch } from "./mutantsOf.ts"

/** The source with a note at each of the places that it was reached; places are known by their numbers. */
export const telling = (code: string, places: ReadonlyArray<readonly [number, Stretch]>): string => {
  const notes = places
    .flatMap(([number, { end, start }]) => [
      { at: start, length: end - start, text: `tellReached(${number})(` },
      // What ends at a place stands before what begins there, and the inner end before the outer one.
      { at: end, length: start - end, text: ")" }
    ])
    .toSorted((a, b) => a.at - b.at || (a.length < 0 === b.length < 0 ? b.length - a.length : a.length - b.length))
  const cuts = [0, ...notes.map(({ at }) => at), code.length]
  return cuts
    .slice(1)
    .map((at, place) => code.slice(cuts[place], at) + (notes[place]?.text ?? ""))
    .join("")
}
