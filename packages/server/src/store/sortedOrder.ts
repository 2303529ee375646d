/** A key of 32 bits for each record. */
export type Key = (record: number) => number

const digitBits = 11
const buckets = 2 ** digitBits

/** Stable: counts how often each digit occurs, then places; nothing where all records have the same digit. */
const byDigit = (order: Uint32Array, key: Key, shift: number): Uint32Array<ArrayBuffer> | undefined => {
  const next = new Uint32Array(buckets)
  for (const record of order) {
    const digit = (key(record) >>> shift) & (buckets - 1)
    next[digit] = (next[digit] ?? 0) + 1
  }
  if (next.includes(order.length)) return undefined
  let start = 0
  for (let digit = 0; digit < buckets; digit++) {
    const occurrences = next[digit] ?? 0
    next[digit] = start
    start += occurrences
  }
  const placed = new Uint32Array(order.length)
  for (const record of order) {
    const digit = (key(record) >>> shift) & (buckets - 1)
    const place = next[digit] ?? 0
    placed[place] = record
    next[digit] = place + 1
  }
  return placed
}

/** Up to here comparing is quicker than counting. */
const fewRecords = 256

const byComparing =
  (weightiestFirst: ReadonlyArray<Key>) =>
  (left: number, right: number): number => {
    const key = weightiestFirst.find((key) => key(left) !== key(right))
    return key === undefined ? left - right : key(left) - key(right)
  }

/** The records `0…count-1` sorted by keys, the least weighty key first; what is equal keeps its order. */
export const sortedOrder = (count: number, keys: ReadonlyArray<Key>): Uint32Array => {
  let order = new Uint32Array(count)
  for (let record = 0; record < count; record++) order[record] = record
  if (count <= fewRecords) return order.toSorted(byComparing(keys.toReversed()))
  for (const key of keys) {
    for (let shift = 0; shift < 32; shift += digitBits) order = byDigit(order, key, shift) ?? order
  }
  return order
}
