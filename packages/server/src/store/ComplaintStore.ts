import type { ComplaintConditions, ComplaintPart } from "./ComplaintPart.ts"
import { ComplaintPartBuilder } from "./ComplaintPartBuilder.ts"
import type { ComplaintValues } from "./ComplaintColumns.ts"
import { joined, type Selection } from "./Selection.ts"
import { pageWriter } from "./PageWriter.ts"

/** A part, and the ordinal of its first record among all. */
interface Placed {
  readonly part: ComplaintPart
  readonly first: number
}

/**
 * All complaints: what was loaded, and further parts for what arrived later, each of them newer than the one before.
 *
 * **Gotchas** a part is merged with the one before once that is less than twice as large: so there are few of them, and an
 * arrival costs next to nothing however many complaints there are.
 */
export class ComplaintStore {
  readonly #parts: readonly [Placed, ...ReadonlyArray<Placed>]
  readonly size: number

  constructor(loaded: ComplaintPart, ...later: ReadonlyArray<ComplaintPart>) {
    let size = loaded.size
    const placed = later.map((part) => {
      const first = size
      size += part.size
      return { part, first }
    })
    this.#parts = [{ part: loaded, first: 0 }, ...placed]
    this.size = size
  }

  /** The complaints that were loaded, without those that arrived later. */
  get loaded(): ComplaintPart {
    return this.#parts[0].part
  }

  /** The same complaints and one that was created later than all. */
  withNewest(complaint: ComplaintValues): ComplaintStore {
    const builder = new ComplaintPartBuilder()
    builder.add(complaint)
    let newest = builder.build()
    const older = this.#parts.map(({ part }) => part)
    for (let last = older.at(-1); last !== undefined && last.size < 2 * newest.size; last = older.at(-1)) {
      newest = merged(last, newest)
      older.pop()
    }
    const [loaded = newest, ...later] = [...older, newest]
    return new ComplaintStore(loaded, ...later)
  }

  /** The ordinal of the record with an id. */
  ordinalOf(id: string): number | undefined {
    for (const { first, part } of this.#parts) {
      const ordinal = part.ordinalOf(id)
      if (ordinal !== undefined) return first + ordinal
    }
    return undefined
  }

  /** One record as plain values. */
  values(ordinal: number): ComplaintValues {
    const { first, part } = this.#placeOf(ordinal)
    return part.values(ordinal - first)
  }

  /** Writes records as JSON, with commas between them; their links stand on `origin`. */
  write(ordinals: ReadonlyArray<number>, origin: string): void {
    const [loaded, ...later] = this.#parts
    if (later.length === 0) return loaded.part.write(ordinals, origin)
    for (const [place, ordinal] of ordinals.entries()) {
      if (place > 0) pageWriter.text(",")
      const { first, part } = this.#placeOf(ordinal)
      part.write([ordinal - first], origin)
    }
  }

  /** The records that meet every condition. */
  select(conditions: ComplaintConditions): Selection {
    const [loaded, ...later] = this.#parts
    if (later.length === 0) return loaded.part.select(conditions)
    return joined(this.#parts.map(({ first, part }) => ({ first, selection: part.select(conditions) })))
  }

  #placeOf(ordinal: number): Placed {
    return this.#parts.findLast(({ first }) => first <= ordinal) ?? this.#parts[0]
  }
}

const merged = (older: ComplaintPart, newer: ComplaintPart): ComplaintPart => {
  const builder = new ComplaintPartBuilder()
  for (const part of [older, newer]) {
    for (let ordinal = 0; ordinal < part.size; ordinal++) builder.add(part.values(ordinal))
  }
  return builder.build()
}

/**
 * Collects complaints in any order; `build` sorts and indexes them.
 *
 * **Gotchas** an id that came before is the same complaint again, and is left out. A builder is used up by `build`.
 */
export class ComplaintStoreBuilder {
  readonly #loaded = new ComplaintPartBuilder()

  /** Whether a complaint with this id was added. */
  has(id: string): boolean {
    return this.#loaded.has(id)
  }

  /** Adds a complaint; false where one with its id was added before. */
  add(complaint: ComplaintValues): boolean {
    return this.#loaded.add(complaint)
  }

  build(): ComplaintStore {
    return new ComplaintStore(this.#loaded.build())
  }
}
