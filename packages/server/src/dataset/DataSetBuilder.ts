import { BrokenRecords } from "./BrokenRecords.ts"
import type { DataSet } from "./DataSet.ts"
import { KnownIds } from "./KnownIds.ts"
import type { NoticeValues } from "../store/Notice.ts"
import { NoticeStore } from "../store/NoticeStore.ts"
import type { ComplaintValues } from "../store/ComplaintColumns.ts"
import { type ComplaintStore, ComplaintStoreBuilder } from "../store/ComplaintStore.ts"

/** Notices that are made when they are needed, and how many there will be, each with an id of its own. */
interface LaterNotices {
  readonly count: number
  readonly make: () => Iterable<NoticeValues>
}

/** Collects both collections from any number of files. */
export class DataSetBuilder {
  readonly broken: BrokenRecords
  readonly #complaints = new ComplaintStoreBuilder()
  #kept: ComplaintStore | undefined
  readonly #notices: Array<NoticeValues> = []
  #later: LaterNotices = { count: 0, make: () => [] }
  readonly #ids = new KnownIds()
  #records = 0

  constructor(onBadRow: "fail" | "skip") {
    this.broken = new BrokenRecords(onBadRow)
  }

  /** Adds a record that has an id. One that is known already is the same record again, and is left out. */
  addComplaint(complaint: ComplaintValues): void {
    this.#records += 1
    if (this.#ids.addId(complaint.id)) this.#complaints.add(complaint)
  }

  /** Adds a row, whose id comes from its fields. */
  addRow(fields: ReadonlyArray<string>, complaintWith: (id: string) => ComplaintValues): void {
    this.#records += 1
    const id = this.#ids.idOfRow(fields)
    if (id !== undefined) this.#complaints.add(complaintWith(id))
  }

  /** Takes complaints that were put together before, in the place of any others. */
  takeKept(complaints: ComplaintStore): void {
    this.#records += complaints.size
    this.#kept = complaints
  }

  /** Adds a record that was made, with an id that no other has. */
  addGenerated(complaint: ComplaintValues): void {
    this.#records += 1
    this.#complaints.add(complaint)
  }

  addNotice(notice: NoticeValues): void {
    this.#records += 1
    this.#notices.push(notice)
  }

  /** Adds notices that are made when the first request asks for one. */
  addNoticesLater(later: LaterNotices): void {
    this.#later = later
  }

  get noticesSoFar(): number {
    return this.#notices.length
  }

  /** How many rows and records were taken, known ones included. */
  get records(): number {
    return this.#records
  }

  build(source: string, isSample: boolean, version: string): DataSet {
    const complaints = this.#kept ?? this.#complaints.build()
    const { count, make } = this.#later
    const known = this.#notices
    let indexed: NoticeStore | undefined = count === 0 ? NoticeStore.of(known) : undefined
    const notices = indexed?.size ?? new Set(known.map(({ id }) => id)).size + count
    return {
      summary: { source, isSample, complaints: complaints.size, notices, skipped: this.broken.count },
      complaints,
      get notices() {
        return (indexed ??= NoticeStore.of([...known, ...make()]))
      },
      version
    }
  }
}
