/** What a reader looked at before, and after going back what came later: as in a browser. The newest come first. */
export interface History<Entry> {
  readonly before: ReadonlyArray<Entry>
  readonly after: ReadonlyArray<Entry>
}

/** Nothing looked at yet. */
export const noHistory: History<never> = { before: [], after: [] }

const maxEntries = 50

/** The history once the reader leaves `entry` for something new: what came later is forgotten. */
export const leaving = <Entry>({ before }: History<Entry>, entry: Entry): History<Entry> => ({
  before: [entry, ...before].slice(0, maxEntries),
  after: []
})

/** One step back (-1) or forth from `entry`: where that leads, and the history then. Nothing where it ends. */
export const steppedBy = <Entry>(
  { before, after }: History<Entry>,
  entry: Entry,
  by: 1 | -1
): { readonly entry: Entry; readonly history: History<Entry> } | undefined => {
  const [next, ...rest] = by === -1 ? before : after
  if (next === undefined) return undefined
  return by === -1
    ? { entry: next, history: { before: rest, after: [entry, ...after] } }
    : { entry: next, history: { before: [entry, ...before], after: rest } }
}

/** The history with every entry mended; `place` counts from the newest of its side. */
export const mapHistory = <Entry>(
  { before, after }: History<Entry>,
  mend: (entry: Entry, place: number) => Entry
): History<Entry> => ({ before: before.map(mend), after: after.map(mend) })
