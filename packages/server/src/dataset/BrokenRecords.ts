/** How many broken records are named; a broken export would have millions. */
const named = 3

/** What a load met that it cannot serve: counted, and the first few named. */
export class BrokenRecords {
  readonly #onBadRow: "fail" | "skip"
  readonly #first: Array<string> = []
  #file = ""
  #count = 0
  #end: string | undefined

  constructor(onBadRow: "fail" | "skip") {
    this.#onBadRow = onBadRow
  }

  /** What is found from now on is in this file. */
  beginFile(path: string): void {
    this.#file = path
  }

  /** A row or record that cannot be served; `place` is for example "line 17" or "record 3". */
  add(place: string, reason: string): void {
    if (this.#onBadRow === "fail") {
      this.addFile(place, reason)
      return
    }
    this.#count += 1
    if (this.#first.length < named) this.#first.push(`${this.#file}, ${place}: ${reason}`)
  }

  /** The whole file is of no use, and not only one record of it; without a place the file itself is meant. */
  addFile(place: string | undefined, reason: string): void {
    this.#end ??=
      place === undefined
        ? `The data file ${this.#file} cannot be used: ${reason}.`
        : `${this.#file}, ${place}: ${reason}.`
  }

  /** Why the load is over: a sentence with the file, and with the line or the record where there is one. */
  get end(): string | undefined {
    return this.#end
  }

  /** How many were left out. */
  get count(): number {
    return this.#count
  }

  /** Where the first of them are, and why they were left out. */
  get first(): ReadonlyArray<string> {
    return this.#first
  }
}
