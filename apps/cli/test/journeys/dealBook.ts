/** Generated notices of fictional companies, which the journeys serve and count. */

export interface Deal {
  readonly id: string
  readonly transaction: string
  readonly title: string
  readonly acquiring: string
  readonly acquired: string
  readonly entities: ReadonlyArray<string>
  readonly date: string
  readonly created: string
  readonly updated: string
}

const buyers = [
  "Northwind Holdings, LLC",
  "Meridian Media Holdings plc",
  "Aster & Vale Partners, L.P.",
  "=Sumitra Capital Group",
  "Northwind Holdings, LLC",
  "Ōtani Shipping Corporation",
  "Okafor Industries, Inc."
] as const
const sellers = [
  "Halcyon Broadcasting Corporation",
  "Tern Island Foods, Inc.",
  "Quill Software, LLC",
  "Blue Lantern Health plc",
  "Northwind Paper Mills",
  "Cobalt Rail Holdings, LLC",
  "Sparrow Media Holdings, Inc.",
  "Vesper Mining Corporation",
  "Juniper Textiles Group",
  "Ember Logistics, Inc.",
  "Solstice Energy, LLC"
] as const

const padded = (value: number, length: number): string => String(value).padStart(length, "0")
const ofList = (all: ReadonlyArray<string>, place: number): string => all[place % all.length] ?? ""
const dealCount = 130
const importNight = "2013-09-24"
const lastChange = "2024-02-02T09:30:00+00:00"

/** Generates deals for eight years, three weeks apart and always on a weekday. The older ones were all imported in one night. */
const dealOf = (_: unknown, index: number): Deal => {
  const date = new Date(Date.UTC(2009, 0, 7 + 21 * index)).toISOString().slice(0, 10)
  const acquiring = ofList(buyers, index * 3)
  const acquired = ofList(sellers, index * 4)
  const transaction = `${date.slice(0, 4)}${padded(index, 4)}`
  const isImported = date < importNight
  // Notices were imported in no particular order.
  const second = padded((index * 37) % 60, 2)
  const created = isImported
    ? `${importNight}T${20 + Math.floor(index / 60)}:${padded((index * 7) % 60, 2)}:${second}+00:00`
    : `${date}T18:05:${second}+00:00`
  return {
    id: `00000000-0000-4000-8000-${padded(index, 12)}`,
    transaction,
    title: `${transaction}: ${acquiring}; ${acquired}`,
    acquiring,
    acquired,
    entities: Array.from(
      { length: 1 + (index % 3) },
      (_, entity) => `${acquired} ${ofList(["North", "South", "West"], entity)}`
    ),
    date,
    created,
    updated: index === 17 ? lastChange : created
  }
}

/** Every deal, oldest first. */
export const deals: ReadonlyArray<Deal> = Array.from({ length: dealCount }, dealOf)

const recordOf = (deal: Deal) => ({
  type: "early_termination_notice",
  id: deal.id,
  attributes: {
    title: deal.title,
    "transaction-number": deal.transaction,
    "acquiring-party": deal.acquiring,
    "acquired-party": deal.acquired,
    "acquired-entities": deal.entities,
    date: deal.date,
    created: deal.created,
    updated: deal.updated
  }
})

/** The deals as a file in the format of the service. */
export const dealFile: string = JSON.stringify({ data: deals.map(recordOf) })
