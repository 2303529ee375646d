import { hash } from "node:crypto"
import { ComplaintStoreBuilder } from "../store/ComplaintStore.ts"
import type { ComplaintValues } from "../store/ComplaintColumns.ts"
import type { DataSet } from "./DataSet.ts"
import { NoticeStore } from "../store/NoticeStore.ts"
import type { NoticeValues } from "../store/Notice.ts"

/** A row or record that cannot be served: where it is, and why. */
export interface BrokenRecord {
  /** For example "line 17" or "record 3". */
  readonly place: string
  readonly reason: string
  /** Whether the whole file is of no use, and not only one record of it. */
  readonly isWholeFile: boolean
}

/** Collects both collections from any number of files. */
export class DataSetBuilder {
  readonly #complaints = new ComplaintStoreBuilder()
  readonly #notices: Array<NoticeValues> = []
  readonly #recordIds = new Set<string>()
  readonly #rowsByDigest = new Map<string, number>()
  readonly #broken: Array<BrokenRecord> = []

  /** Adds a record that has an id. One that is known already is the same record again, and is left out. */
  addComplaint(complaint: ComplaintValues): void {
    if (this.#recordIds.has(complaint.id) || this.#rowsByDigest.has(complaint.id)) return
    this.#recordIds.add(complaint.id)
    this.#complaints.add(complaint)
  }

  /** Adds a row under its `idOfRow`. */
  addRow(complaint: ComplaintValues): void {
    if (!this.#recordIds.has(complaint.id)) this.#complaints.add(complaint)
  }

  /**
   * The id of a row, which has none: a digest of its values, and of its ordinal among equal rows, so that it is the same
   * after a reload (decision 26).
   */
  idOfRow(fields: ReadonlyArray<string>): string {
    const row = fields.join("\u001F")
    const digest = hash("sha256", row, "hex").slice(0, 32)
    const before = this.#rowsByDigest.get(digest) ?? 0
    this.#rowsByDigest.set(digest, before + 1)
    return before === 0 ? digest : hash("sha256", `${row}\u001F${before}`, "hex").slice(0, 32)
  }

  addNotice(notice: NoticeValues): void {
    this.#notices.push(notice)
  }

  get noticesSoFar(): number {
    return this.#notices.length
  }

  addBroken(place: string, reason: string): void {
    this.#broken.push({ place, reason, isWholeFile: false })
  }

  addUnreadableFile(place: string, reason: string): void {
    this.#broken.push({ place, reason, isWholeFile: true })
  }

  /** What was broken, in the order in which it was found. */
  get broken(): ReadonlyArray<BrokenRecord> {
    return this.#broken
  }

  build(source: string, isSample: boolean, version: string): DataSet {
    const complaints = this.#complaints.build()
    const notices = NoticeStore.of(this.#notices)
    return {
      summary: { source, isSample, complaints: complaints.size, notices: notices.size, skipped: this.#broken.length },
      complaints,
      notices,
      version
    }
  }
}
