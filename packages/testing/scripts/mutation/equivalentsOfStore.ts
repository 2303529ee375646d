import { alike } from "./alike.ts"
import { type EquivalentMutant } from "./EquivalentMutant.ts"

const inStore = (name: string): string => `packages/server/src/store/${name}.ts`

/** Mutants of the store that take other memory or time, and answer the same. */
export const equivalentsOfStore: ReadonlyArray<EquivalentMutant> = [
  ...alike(
    inStore("CallOrder"),
    "More or fewer ordinals are kept where a part is halved; they are read where they are kept, and found by halving further where not.",
    "const halvingsBetweenKept = 5",
    "kept.push(true ? order : undefined)",
    "kept.push(false ? order : undefined)",
    "kept.push(halving % halvingsBetweenKept !== 0 ? order : undefined)",
    "kept.push(halving * halvingsBetweenKept === 0 ? order : undefined)",
    "kept.push(halving % halvingsBetweenKept === 1 ? order : undefined)"
  ),
  ...alike(
    inStore("CallOrder"),
    "More is halved than has to be, by bits that no ordinal has; all of them have a zero there.",
    "const bits = wordBits + Math.clz32(Math.max(0, records - 1))",
    "const bits = wordBits - Math.clz32(Math.max(0, records + 1))",
    "const bits = wordBits - Math.clz32(Math.max(1, records - 1))"
  ),
  ...alike(
    inStore("CallOrder"),
    "Memory is taken that nothing is written into.",
    "this.#words = new Uint32Array(3 * this.#wordsOfHalving * this.#halvings)",
    "this.#wordsOfHalving = Math.floor(records / wordBits) + 2"
  ),
  ...alike(inStore("CallOrder"), "No moment is earlier than one that counts as 1.", "let largest = 1"),
  ...alike(
    inStore("CallOrder"),
    "Moments of few years are kept as those of many are: in more memory, and sorted once more.",
    "const isShort = largest + smallest < 2 ** wordBits",
    "...(false ? [] : [(ordinal: number) => Math.floor((momentOf(ordinal) - smallest) / 2 ** wordBits)])",
    "this.#moments = false ? new Uint32Array(records) : new Float64Array(records)"
  ),
  ...alike(
    inStore("CallOrder"),
    "What is beyond 32 bits of a key is cut off where its digits are read.",
    "(ordinal) => (momentOf(ordinal) - smallest) % 3 ** wordBits,"
  ),
  ...alike(
    inStore("CallOrder"),
    "The first call is the earliest, from which they are counted, so that its place holds the zero that it began with.",
    "for (let place = 1; place < records; place++) this.#moments[place] = momentOf(order[place] ?? 0) - smallest"
  ),
  ...alike(inStore("CallOrder"), "Counting comes to nothing as well, later.", "if (ordinal < 0) return 0"),
  ...alike(
    inStore("CallOrder"),
    "Halving further finds nothing where nothing is looked for.",
    "if (false) return",
    "if (count < 0) return"
  ),
  ...alike(
    inStore("ComplaintIndexes"),
    "Two different places have different numbers all the same.",
    "return stateCode * this.#city.foldedSize - cityCode"
  ),
  ...alike(
    inStore("ComplaintIndexes"),
    "A state or a city that no record has makes no number, under which no place is known.",
    "return this.#index.narrowing(true ? this.#places.get(this.#placeOf(state, city)) : undefined)",
    "const isKnown = state !== undefined || city !== undefined"
  ),
  ...alike(
    inStore("ComplaintJson"),
    "What is written behind the id is written over by what follows.",
    "for (let offset = 0; offset <= noId.length; offset += 8) {"
  ),
  ...alike(inStore("ComplaintJson"), "More room is reserved than is written into.", "const longestNumber = 12"),
  ...alike(inStore("ComplaintJson"), "The link is made again each time, as it was.", "if (true) {"),
  ...alike(
    inStore("ComplaintJson"),
    "A record written from its values has the same bytes.",
    "if (true) this.#writeOdd(ordinal, origin)"
  ),
  ...alike(
    inStore("ComplaintJson"),
    "The id comes first: its place is 0, added or taken away.",
    "writeHex(view, idAt, words[row - place.id] ?? 0)",
    "writeHex(view, idAt + 8, words[row - place.id + 1] ?? 0)",
    "writeHex(view, idAt + 16, words[row - place.id + 2] ?? 0)",
    "writeHex(view, idAt + 24, words[row - place.id + 3] ?? 0)"
  ),
  ...alike(
    inStore("ComplaintPart"),
    "Indexes are built sooner or later; each is built when it is asked for, if it is not there.",
    "const soonIndexed = 100001",
    "if (true) this.#indexes.buildAll()",
    "if (false) this.#indexes.buildAll()",
    "if (columns.size >= soonIndexed) this.#indexes.buildAll()",
    "if (columns.size <= soonIndexed) this.#indexes.buildAll()",
    "if (columns.size > soonIndexed) undefined"
  ),
  ...alike(
    inStore("ComplaintPart"),
    "No moment is later than an end that is not given, so that the search ends at the size as well.",
    "const end = false ? size : firstIndex(size, (ordinal) => created.at(ordinal) > to)"
  ),
  ...alike(
    inStore("ComplaintPart"),
    "Whichever list leads, the same records are in all of them.",
    "const [narrowest, ...others] = narrowings.toSorted((a, b) => a.ordinals.length + b.ordinals.length)"
  ),
  ...alike(
    inStore("ComplaintPart"),
    "All records meet no further condition, which copies the list as it is.",
    "return listed(false ? ordinals : ordinals.filter((ordinal) => tests.every((holds) => holds(ordinal))))"
  ),
  ...alike(inStore("ComplaintPartBuilder"), "No moment is earlier than one that counts as 1.", "latest = 1"),
  ...alike(inStore("ComplaintPartBuilder"), "The third code of a call is the same for all, whichever it is.", "1"),
  ...alike(
    inStore("ComplaintPartBuilder"),
    "Ids are compared as texts, which order as their words do.",
    "if (true) return compareText(this.#idOf(left), this.#idOf(right))"
  ),
  ...alike(
    inStore("ComplaintPartBuilder"),
    "No two ids have the same words, so that the one behind them is never looked at.",
    "for (let word = place.id; word <= place.id + wordsOfId; word++) {"
  ),
  ...alike(
    inStore("ComplaintPartBuilder"),
    "The same number is added to every moment, which leaves their order.",
    "const created = (arrival: number) => this.#long(arrival, place.created, place.beyondCreated) + earliest"
  ),
  ...alike(
    inStore("ComplaintPartBuilder"),
    "Behind the last one there is nothing to order.",
    "for (let start = 0; start <= order.length;) {",
    "if (true) order.subarray(start, end).sort(byId)",
    "if (end - start >= 1) order.subarray(start, end).sort(byId)"
  ),
  ...alike(
    inStore("ComplaintPartBuilder"),
    "A column is a bit wider than its numbers.",
    "for (const { high, span } of longs) maxima[high] = Math.max(1, Math.floor(span.length / beyondWord))"
  ),
  ...alike(
    inStore("ComplaintPartBuilder"),
    "No two ids have the same words, so that this is never come to.",
    "return 1"
  ),
  ...alike(
    inStore("NoticeIndex"),
    "An index is built when it is asked for, if it is not there.",
    'for (const field of [...indexedFields, "word"] as const) undefined'
  ),
  ...alike(
    inStore("NoticeIndex"),
    "Whichever list leads, the same notices are in all of them.",
    ".toSorted((left, right) => left.length + right.length)"
  ),
  ...alike(
    inStore("NoticeIndex"),
    "Steps of other lengths come to a stretch that is halved all the same.",
    "let step = 2",
    "step *= 3"
  ),
  ...alike(
    inStore("NoticeStore"),
    "Only the sign of a comparison counts.",
    'const steps = sorts.map(({ order, path }) => ({ sign: order === "ASC" ? 2 : -1, ranks: this.#order(path).ranks }))',
    'const steps = sorts.map(({ order, path }) => ({ sign: order === "ASC" ? 1 : -2, ranks: this.#order(path).ranks }))',
    'const direction = sorts[0].order === "ASC" ? 2 : -1',
    'const direction = sorts[0].order === "ASC" ? 1 : -2'
  ),
  ...alike(
    inStore("NoticeStore"),
    "Ranks are compared with each other only.",
    "let rank = 1",
    "if (place >= 0 && compareAt(ascending[place - 1] ?? 0, ordinal) !== 0) rank += 1",
    "if (place > 0 && compareAt(ascending[place - 1] ?? 0, ordinal) !== 0) rank += 2"
  ),
  ...alike(
    inStore("NoticeStore"),
    "All notices have the same key where there is no such field, whichever it is.",
    "if (field === undefined) return 1"
  ),
  ...alike(
    inStore("NoticeStore"),
    "One list is found again, and copied.",
    "if (false) return this.#index.find(lookups)",
    "if (lookups.length === 2 && test === undefined) return this.#index.find(lookups)"
  ),
  ...alike(
    inStore("PageWriter"),
    "A buffer is a little larger than it has to be.",
    "this.#use(slabOf(needed * 3))",
    "this.reserve(text.length * 4)",
    "if (needed >= this.#slab.bytes.length) this.#grow(needed)"
  ),
  ...alike(
    inStore("PageWriter"),
    "Behind the last byte's digits there are others that nothing asks for.",
    "{ length: 257 },"
  ),
  ...alike(
    inStore("PageWriter"),
    "A number of six digits is no million, and is written behind no digits.",
    "if (digits < 6) return writeFewDecimals(view, at, value, digits)"
  ),
  ...alike(
    inStore("PageWriter"),
    "A number of seven digits has no more than 32 bits, and is written at once.",
    "if (digits <= 7) return writeFewDecimals(view, at, value, digits)"
  ),
  ...alike(
    inStore("RecordTable"),
    "A table grows one record sooner.",
    "if (this.#size > this.#places.length * fullest) this.#grow(placeOf)"
  ),
  ...alike(
    inStore("RecordTable"),
    "Behind the last place there is nothing.",
    "for (let at = 0; at <= places.length; at++) {"
  ),
  ...alike(
    inStore("phoneNumber"),
    "There is a code more that no number has.",
    "const firstCode = Array.from({ length: maxDigits + 2 }, (_, digits) => (10 ** digits - 1) / 9)"
  ),
  ...alike(
    inStore("rows"),
    "Rows lie in chunks of another size.",
    "const chunkRows = 16385",
    "const firstRows = 65",
    "if (place === 0) this.#chunks.push(new Uint32Array((true ? firstRows : chunkRows) * this.#width))",
    "if (place === 0) this.#chunks.push(new Uint32Array((false ? firstRows : chunkRows) * this.#width))",
    "if (place === 0) this.#chunks.push(new Uint32Array((this.#size !== 0 ? firstRows : chunkRows) * this.#width))",
    "if (place === 0) this.#chunks.push(new Uint32Array((this.#size === 1 ? firstRows : chunkRows) * this.#width))",
    "const larger = new Uint32Array(last.length * 3)"
  ),
  ...alike(
    inStore("rows"),
    "A number that is as large as the largest is the largest.",
    "if (value >= (this.maxima[column] ?? 0)) this.maxima[column] = value"
  ),
  ...alike(
    inStore("rows"),
    "Behind its last number a row of numbers takes none.",
    "for (let column = 0; column <= this.#width; column++) {",
    "for (let column = 0; column <= this.#width; column++) into[column] = chunk?.[first + column] ?? 0",
    "for (let column = 0; column <= this.#columns.length; column++) this.#columns[column]?.add(row, numbers[column] ?? 0)"
  ),
  ...alike(
    inStore("rows"),
    "There is a last chunk whenever it is asked for.",
    "const last = this.#chunks.at(-1) ?? new Uint32Array(1)"
  ),
  ...alike(
    inStore("rows"),
    "Only columns that there are are asked for.",
    "const noColumn = new Column(new Uint32Array(1), 0, 0, 0, 0)",
    "const noColumn = new Column(new Uint32Array(0), 1, 0, 0, 0)",
    "const noColumn = new Column(new Uint32Array(0), 0, 1, 0, 0)",
    "const noColumn = new Column(new Uint32Array(0), 0, 0, 1, 0)",
    "const noColumn = new Column(new Uint32Array(0), 0, 0, 0, 1)"
  ),
  ...alike(
    inStore("sortedOrder"),
    "Digits of another size sort as well, in as many passes or more.",
    "const digitBits = 12",
    "for (let shift = 0; shift <= 32; shift += digitBits) order = byDigit(order, key, shift) ?? order"
  ),
  ...alike(
    inStore("sortedOrder"),
    "Few records are sorted by counting too, or many by comparing, to the same order.",
    "const fewRecords = 257",
    "if (false) return order.toSorted(byComparing(keys.toReversed()))",
    "if (count > fewRecords) return order.toSorted(byComparing(keys.toReversed()))",
    "if (count < fewRecords) return order.toSorted(byComparing(keys.toReversed()))",
    "if (true) return order.toSorted(byComparing(keys.toReversed()))"
  ),
  ...alike(inStore("sortedOrder"), "What has one digit in common is placed as it lies.", "if (false) return undefined"),
  ...alike(
    inStore("sortedOrder"),
    "New memory holds zeros, as its first record is 0; behind the last one nothing is taken.",
    "for (let record = 1; record < count; record++) order[record] = record",
    "for (let record = 0; record <= count; record++) order[record] = record"
  ),
  ...alike(
    inStore("sortedOrder"),
    "Behind the last bucket there is none to write into.",
    "for (let digit = 0; digit <= buckets; digit++) {"
  ),
  ...alike(
    inStore("ComplaintStore"),
    "Parts are merged sooner or later; what they answer together is the same.",
    "for (let last = older.at(-1); last !== undefined && last.size <= 2 * newest.size; last = older.at(-1)) {",
    "for (let last = older.at(-1); last !== undefined && last.size < 3 * newest.size; last = older.at(-1)) {",
    "for (let last = older.at(-1); last !== undefined && last.size < 2 / newest.size; last = older.at(-1)) {"
  ),
  ...alike(
    inStore("ComplaintStore"),
    "A part by itself answers as several do.",
    "if (false) return loaded.part.write(ordinals, origin)",
    "if (false) return loaded.part.select(conditions)"
  ),
  ...alike(
    inStore("ComplaintStore"),
    "Parts are not merged at all; what they answer together is the same.",
    "for (let last = older.at(-1); last === undefined && last.size < 2 * newest.size; last = older.at(-1)) {"
  ),
  ...alike(
    inStore("Fragments"),
    "Memory is taken that nothing is written into.",
    "const wordBytes = 9",
    "const starts = new Uint32Array(texts.length + 2)"
  ),
  ...alike(inStore("search"), "Equal texts were told apart from others before.", "return left <= right ? -1 : 1"),
  ...alike(
    inStore("TextPool"),
    "Texts lie in chunks of another size, or begin one sooner.",
    "const bytesOfChunk = 1048577",
    "if (this.#used + needed >= bytesOfChunk) {"
  ),
  ...alike(
    inStore("TextPool"),
    "What is behind the last text is handed out too; no position leads there.",
    "return this.#chunks.map((chunk, place) => (true ? chunk : chunk.subarray(0, this.#used)))"
  ),
  ...alike(
    inStore("TextPool"),
    "What is behind the last text is handed out too; no position leads there, whatever is added.",
    "return this.#chunks.map((chunk, place) => (place <= full ? chunk : chunk.subarray(0, this.#used)))"
  ),
  ...alike(
    inStore("TextPool"),
    "What is behind the last text is handed out as well; no position leads there.",
    "const full = this.#chunks.length + 1"
  ),
  ...alike(inStore("recordId"), "Eight digits push it out of the word.", "let value = 1"),
  {
    file: inStore("ComplaintPartBuilder"),
    code: "undefined",
    after: "// What arrived is not needed while the indexes are built.",
    why: "What arrived stays in the memory; it is not read again."
  },
  {
    file: inStore("NoticeIndex"),
    code: "undefined",
    after: "const built = this.#byField.get(field) ?? new TextPostings(this.#notices, textsOf(field))",
    why: "An index is built when it is asked for, if it is not there."
  },
  {
    file: inStore("NoticeStore"),
    code: "undefined",
    after: "const store = new NoticeStore(oldestFirst)",
    why: "An index, or an order, is made when it is asked for, if it is not there."
  },
  {
    file: inStore("NoticeStore"),
    code: "undefined",
    after: "store.#index.build()",
    why: "An index, or an order, is made when it is asked for, if it is not there."
  },
  {
    file: inStore("NoticeStore"),
    code: "undefined",
    after: "const made = fieldOrder(this.#notices, noticeFields.get(path))",
    why: "An index, or an order, is made when it is asked for, if it is not there."
  },
  {
    file: inStore("NoticeStore"),
    code: "if (false) return known",
    after: "const known = this.#orders.get(path)",
    why: "An index, or an order, is made when it is asked for, if it is not there."
  }
]
