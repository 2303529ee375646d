import { randomUUID } from "node:crypto"
import { closeSync, openSync, readSync, unlinkSync, writeSync } from "node:fs"
import { join } from "node:path"
import { createFolder } from "@public-records/files/createFolder"

/** More rows than this are not kept in memory. A daily file has up to 45,000. */
const maxRows = 50_000

interface Part {
  readonly at: number
  readonly length: number
}

/**
 * The rows of a file by day. The rows of large files are moved to a file in a folder, which has no name, so that it is gone when it is closed,
 * also by a kill.
 */
export class RowsByDay<Row> {
  readonly #folder: string
  readonly #rows = new Map<number, Array<Row>>()
  /** The places of rows in the file, as arrays in JSON. */
  readonly #parts = new Map<number, Array<Part>>()
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
    if (this.#count === maxRows) this.#move()
  }

  /** Returns the days that have rows, oldest first. */
  days(): ReadonlyArray<number> {
    return [...new Set([...this.#parts.keys(), ...this.#rows.keys()])].toSorted((left, right) => left - right)
  }

  /** Returns the rows of a day in the order in which they were added. */
  of(day: number): ReadonlyArray<Row> {
    const moved = (this.#parts.get(day) ?? []).flatMap((part): ReadonlyArray<Row> => JSON.parse(this.#read(part)))
    return [...moved, ...(this.#rows.get(day) ?? [])]
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #move(): void {
    const file = this.#file ?? this.#createFile()
    for (const [day, rows] of this.#rows) {
      const length = writeSync(file, JSON.stringify(rows), this.#size)
      this.#parts.set(day, [...(this.#parts.get(day) ?? []), { at: this.#size, length }])
      this.#size += length
    }
    this.#rows.clear()
    this.#count = 0
  }

  #createFile(): number {
    createFolder(this.#folder)
    const path = join(this.#folder, `.${randomUUID()}`)
    this.#file = openSync(path, "wx+", 0o600)
    unlinkSync(path)
    return this.#file
  }

  #read({ at, length }: Part): string {
    const bytes = Buffer.alloc(length)
    readSync(this.#file ?? -1, bytes, 0, length, at)
    return bytes.toString()
  }
}
