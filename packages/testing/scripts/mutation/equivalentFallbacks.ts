import { alike } from "./alike.ts"
import { type EquivalentMutant } from "./EquivalentMutant.ts"

const inStore = (name: string): string => `packages/server/src/store/${name}.ts`
const inRange = "The index is always in range; what stands behind `??` is there for the type checker alone."

/** Mutants of the store in what stands for a value that is always there. */
export const equivalentFallbacks: ReadonlyArray<EquivalentMutant> = [
  ...alike(
    inStore("CallOrder"),
    inRange,
    "for (let place = 0; place < records; place++) this.#moments[place] = momentOf(order[place] ?? 1) - smallest",
    "const at = (place: number) => this.#smallest + (this.#moments[place] ?? 1)",
    "const zeros = this.#zeros[halving] ?? 1",
    "for (let place = from; place < to; place++) if ((rest?.[place] ?? 1) < ordinal) count += 1",
    "for (let place = skip; place < skip + count; place++) found.push(few[place] ?? 1)",
    "const ones = this.#zeros[halving] ?? 1",
    "const before = (this.#words[at + 1] ?? 1) & ((1 << (place & 31)) - 1)",
    "return (this.#words[at] ?? 1) + onesIn(before)",
    "const bit = ((order[place] ?? 1) >>> shift) & 1",
    "this.#words[at + 1] = (this.#words[at + 1] ?? 1) | (bit << (place & 31))"
  ),
  ...alike(
    inStore("Combinations"),
    inRange,
    'members.map(({ codes, pieces }) => pieces[codes[combination] ?? 1] ?? "").join("")',
    "mixed(firsts[code] ?? 1, seconds[code] ?? 0, thirds[code] ?? 0, 0)",
    "mixed(firsts[code] ?? 0, seconds[code] ?? 1, thirds[code] ?? 0, 0)",
    "mixed(firsts[code] ?? 0, seconds[code] ?? 0, thirds[code] ?? 1, 0)"
  ),
  ...alike(inStore("ComplaintColumns"), inRange, "dictionary.text(codes[combination] ?? 1)"),
  ...alike(
    inStore("ComplaintIndexes"),
    inRange,
    "this.#postings = new Postings(records, values, (ordinal) => valueOf[column.at(ordinal)] ?? 1)",
    "codes.map((code) => foldedCodeOf[code] ?? 1),",
    "state.dictionary.foldedCodeOf[stateCode] ?? 1,",
    "city.dictionary.foldedCodeOf[city.codes[combination] ?? 1] ?? 0",
    "city.dictionary.foldedCodeOf[city.codes[combination] ?? 0] ?? 1"
  ),
  ...alike(
    inStore("ComplaintJson"),
    inRange,
    "writeHex(view, idAt, words[row + place.id] ?? 1)",
    "writeHex(view, idAt + 8, words[row + place.id + 1] ?? 1)",
    "writeHex(view, idAt + 16, words[row + place.id + 2] ?? 1)",
    "writeHex(view, idAt + 24, words[row + place.id + 3] ?? 1)"
  ),
  ...alike(
    inStore("ComplaintPart"),
    "There are four words; what stands behind `=` is there for the type checker alone.",
    "const [first = 1, second = 0, third = 0, fourth = 0] = words",
    "const [first = 0, second = 1, third = 0, fourth = 0] = words",
    "const [first = 0, second = 0, third = 1, fourth = 0] = words",
    "const [first = 0, second = 0, third = 0, fourth = 1] = words"
  ),
  ...alike(
    inStore("ComplaintPart"),
    inRange,
    "const first = firstIndex(ordinals.length, (place) => (ordinals[place] ?? 1) >= start)",
    "firstIndex(ordinals.length, (place) => (ordinals[place] ?? 1) >= end)"
  ),
  ...alike(
    inStore("ComplaintPartBuilder"),
    inRange,
    "for (let ordinal = 0; ordinal < order.length; ordinal++) ordinals[order[ordinal] ?? 1] = ordinal",
    "const moment = created(order[start] ?? 1)",
    "while (end < order.length && created(order[end] ?? 1) === moment) end += 1",
    "this.#rows.read(order[ordinal] ?? 1, row)",
    "this.#setLong(low, high, (row[low] ?? 1) + (row[high] ?? 0) * beyondWord - span.earliest)",
    "this.#setLong(low, high, (row[low] ?? 0) + (row[high] ?? 1) * beyondWord - span.earliest)"
  ),
  ...alike(
    inStore("ComplaintPartBuilder"),
    "There are four words; what stands behind `=` is there for the type checker alone.",
    "const [first = 1, second = 0, third = 0, fourth = 0] = this.#idWords",
    "const [first = 0, second = 1, third = 0, fourth = 0] = this.#idWords",
    "const [first = 0, second = 0, third = 1, fourth = 0] = this.#idWords",
    "const [first = 0, second = 0, third = 0, fourth = 1] = this.#idWords"
  ),
  ...alike(
    inStore("NoticeIndex"),
    inRange,
    "(entry) => codes[entry] ?? 1,",
    "(entry) => ordinals[entry] ?? 1",
    "while (low + step < ordinals.length && (ordinals[low + step] ?? 1) < least) {",
    "if ((ordinals[middle] ?? 1) < least) low = middle + 1"
  ),
  ...alike(
    inStore("NoticeStore"),
    inRange,
    "page.push(this.#ordinals[this.#isReversed ? this.total - 1 - place : place] ?? 1)",
    "const difference = (ranks[left] ?? 1) - (ranks[right] ?? 0)",
    "const difference = (ranks[left] ?? 0) - (ranks[right] ?? 1)",
    "const ordinal = ascending[place] ?? 1",
    "if (place > 0 && compareAt(ascending[place - 1] ?? 1, ordinal) !== 0) rank += 1"
  ),
  ...alike(
    inStore("PageWriter"),
    inRange,
    "const from = starts[piece] ?? 1",
    "const length = (starts[piece + 1] ?? 1) - from",
    "view.setUint16(at, hexadecimals[word >>> 24] ?? 1, true)",
    "view.setUint16(at + 2, hexadecimals[(word >>> 16) & 255] ?? 1, true)",
    "view.setUint16(at + 4, hexadecimals[(word >>> 8) & 255] ?? 1, true)",
    "view.setUint16(at + 6, hexadecimals[word & 255] ?? 1, true)",
    "view.setUint16(place - 2, pairs[rest - hundreds * 100] ?? 1, true)",
    "view.setUint16(at, pairs[century] ?? 1, true)",
    "view.setUint16(at + 2, pairs[year - century * 100] ?? 1, true)",
    "view.setUint16(at + 5, pairs[rest >>> 22] ?? 1, true)",
    "view.setUint16(at + 8, pairs[(rest >>> 17) & 31] ?? 1, true)",
    "view.setUint16(at + 11, pairs[(rest >>> 12) & 31] ?? 1, true)",
    "view.setUint16(at + 14, pairs[(rest >>> 6) & 63] ?? 1, true)",
    "view.setUint16(at + 17, pairs[rest & 63] ?? 1, true)"
  ),
  ...alike(
    inStore("Postings"),
    inRange,
    "starts[next] = (starts[next] ?? 1) + 1",
    "for (let code = 1; code < distinctCodes; code++) starts[code + 1] = (starts[code + 1] ?? 1) + (starts[code] ?? 0)",
    "for (let code = 1; code < distinctCodes; code++) starts[code + 1] = (starts[code + 1] ?? 0) + (starts[code] ?? 1)",
    "const place = places[code] ?? 1"
  ),
  ...alike(
    inStore("RecordTable"),
    inRange,
    "const held = this.#places[at] ?? 1",
    "const held = places[at] ?? 1",
    "if (held !== 0) places[at] = (numbers[held - 1] ?? 1) + 1"
  ),
  ...alike(
    inStore("Selection"),
    inRange,
    "for (let place = skip; place < skip + count; place++) some.push(ordinals[place] ?? 1)"
  ),
  ...alike(
    inStore("phoneNumber"),
    inRange,
    "return (firstCode[text.length] ?? 1) + Number(text)",
    "while (digits > 0 && code < (firstCode[digits] ?? 1)) digits -= 1",
    "export const phoneValue = (code: number, digits: number): number => code - (firstCode[digits] ?? 1)"
  ),
  ...alike(
    inStore("rows"),
    inRange,
    "const value = row[column] ?? 1",
    "if (value > (this.maxima[column] ?? 1)) this.maxima[column] = value",
    "for (let column = 0; column < this.#width; column++) into[column] = chunk?.[first + column] ?? 1",
    "return (((this.#words[row * this.#width + this.#word] ?? 1) >>> this.#shift) & this.#mask) >>> 0",
    "this.#words[place] = (this.#words[place] ?? 1) | (value << this.#shift)",
    "const bits = column < wholeWords ? wordBits : bitsOf(maxima[column] ?? 1)",
    "for (let column = 0; column < this.#columns.length; column++) this.#columns[column]?.add(row, numbers[column] ?? 1)"
  ),
  ...alike(
    inStore("sortedOrder"),
    inRange,
    "next[digit] = (next[digit] ?? 1) + 1",
    "const occurrences = next[digit] ?? 1",
    "const place = next[digit] ?? 1"
  )
]
