import { randomUUID } from "node:crypto"
import { closeSync, openSync, readSync, unlinkSync, writeSync } from "node:fs"
import { join } from "node:path"
import { createFolder } from "@public-records/files/createFolder"

/** More rows than this are not in memory at the same time. Daily files have up to 45,000. */
const maxRows = 25_000

/** Opens a file without a name, which is gone when it is closed, also by a kill. */
const openNameless = (folder: string): number => {
  createFolder(folder)
  const path = join(folder, `.${randomUUID()}`)
  const file = openSync(path, "wx+", 0o600)
  unlinkSync(path)
  return file
}

/** Rows by day. If there are many, they are moved to a file without a name in a folder. */
export class RowsByDay<Row> {
  readonly #folder: string
  readonly #rows = new Map<number, Array<Row>>()
  /** Where rows are in the file, as arrays in JSON. */
  readonly #parts: Array<{ readonly day: number; readonly at: number; readonly length: number }> = []
  #count = 0
  #file: number | undefined
  #size = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  add(day: number, row: Row): void {
    const rows = this.#rows.get(day)
    if (rows === undefined) this.#rows.set(day, [row])
    else rows.push(row)
    this.#count += 1
    if (this.#count % maxRows === 0) this.#move((this.#file ??= openNameless(this.#folder)))
  }

  /** Returns the days that have rows, oldest first. */
  days(): ReadonlyArray<number> {
    const days = new Set([...this.#parts.map(({ day }) => day), ...this.#rows.keys()])
    return [...days].toSorted((left, right) => left - right)
  }

  /** Returns the rows of a day in the order in which they were added. */
  of(day: number): ReadonlyArray<Row> {
    const moved = this.#parts.filter((part) => part.day === day).flatMap(({ at, length }) => this.#read(at, length))
    return [...moved, ...(this.#rows.get(day) ?? [])]
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
  }

  #move(file: number): void {
    for (const [day, rows] of this.#rows) {
      const length = writeSync(file, JSON.stringify(rows), this.#size)
      this.#parts.push({ day, at: this.#size, length })
      this.#size += length
    }
    this.#rows.clear()
  }

  #read(at: number, length: number): ReadonlyArray<Row> {
    const bytes = Buffer.alloc(length)
    readSync(this.#file ?? -1, bytes, 0, length, at)
    return JSON.parse(bytes.toString())
  }
}
