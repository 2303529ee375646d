import { grouped } from "@public-records/text/counts"
import { Option } from "effect"
import { Atom } from "effect/reactivity"
import type { CollectionDefinition, DetailField } from "../collection/CollectionDefinition.ts"
import { isGapless, isRowCountKnown, loadedRecords, rowCountOf, type RowStore } from "../collection/RowStore.ts"
import { instantOf, previousVisitAtom, visitLabels } from "./lastVisit.ts"

/** Marks a new record in the table and in its title. It is text, so that it needs no color. */
export const newMark = "*"

/** The records that are new since the previous visit. */
export interface Unseen<Record> {
  readonly isNew: (record: Record) => boolean
  readonly since: { readonly day: string; readonly full: string }
}

/** Makes an atom for the records that were created after the newest one of the previous visit. `None` on a first visit. */
export const makeUnseen = <Query, Record>({
  createdAt
}: CollectionDefinition<Query, Record>): Atom.Atom<Option.Option<Unseen<Record>>> =>
  Atom.make((get) => {
    if (createdAt === undefined) return Option.none()
    return Option.map(get(previousVisitAtom), (visit) => {
      const newest = instantOf(visit.newestNotice)
      return { isNew: (record: Record) => instantOf(createdAt(record)) > newest, since: visitLabels(visit) }
    })
  })

/** Returns labels for the number of new rows, the longest first. Returns an empty list if no loaded row is new. */
export const newLabels = <Record>(
  store: RowStore<Record>,
  unseen: Option.Option<Unseen<Record>>
): ReadonlyArray<string> => {
  if (Option.isNone(unseen)) return []
  const { isNew, since } = unseen.value
  const count = loadedRecords(store).filter(isNew).length
  if (count === 0) return []
  // If all loaded rows are new, the next ones may be new, too.
  const isAll = isRowCountKnown(store) && store.loaded >= rowCountOf(store)
  const more = count === store.loaded && isGapless(store) && !isAll ? "+" : ""
  const label = `${newMark} ${grouped(count)}${more} new`
  return [`${label} since ${since.full}`, `${label} since ${since.day}`, label]
}

/** Returns the field of a new record. */
export const newFields = <Record>(unseen: Option.Option<Unseen<Record>>, record: Record): ReadonlyArray<DetailField> =>
  Option.match(unseen, {
    onNone: () => [],
    onSome: ({ isNew, since }) => (isNew(record) ? [{ label: "NEW", text: `since your visit on ${since.full}` }] : [])
  })
