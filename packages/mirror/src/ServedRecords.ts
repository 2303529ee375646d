import type { SortOrder } from "@public-records/core"
import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import type { PlainNotice } from "@public-records/files/PlainNotice"
import { Effect } from "effect"
import { complaintById, complaintPage, countComplaints } from "./reading/complaintPages.ts"
import { conditionsOf, type TextQuery } from "./reading/Conditions.ts"
import { allNotices } from "./reading/notices.ts"
import { MirrorFile } from "./store/MirrorFile.ts"

interface TextInterval {
  readonly from: string
  readonly to: string
}

/** Conditions in the texts of complaints, as the reference server has them. */
export interface ServedConditions {
  readonly created?: TextInterval | undefined
  readonly violation?: TextInterval | undefined
  readonly values?: {
    readonly consumerState?: string | undefined
    readonly consumerCity?: string | undefined
    readonly consumerAreaCode?: string | undefined
    readonly recordedMessageOrRobocall?: string | undefined
  }
}

const queryOf = ({ created, values = {}, violation }: ServedConditions): TextQuery => ({
  created,
  violation,
  state: values.consumerState,
  city: values.consumerCity,
  areaCode: values.consumerAreaCode,
  robocall:
    values.recordedMessageOrRobocall === undefined ? undefined : values.recordedMessageOrRobocall.toUpperCase() === "Y"
})

/** The complaints of a mirror for a server that answers each request in one piece. */
class ServedComplaints {
  readonly #file: MirrorFile

  constructor(file: MirrorFile) {
    this.#file = file
  }

  get size(): number {
    return this.#file.readNow((db) => countComplaints(db, conditionsOf(db, {}))).records
  }

  get newest(): PlainComplaint | undefined {
    return this.page({}, "DESC", { offset: 0, limit: 1 }).records[0]
  }

  get(id: string): PlainComplaint | undefined {
    return this.#file.readNow(function* (db) {
      return complaintById(db, id)
    })
  }

  page(conditions: ServedConditions, order: SortOrder, window: { readonly limit: number; readonly offset: number }) {
    return this.#file.readNow((db) => complaintPage(db, conditionsOf(db, queryOf(conditions)), order, window))
  }

  *[Symbol.iterator](): Iterator<PlainComplaint> {
    const limit = 1000
    for (let offset = 0; ; offset += limit) {
      const { records } = this.page({}, "ASC", { offset, limit })
      yield* records
      if (records.length < limit) return
    }
  }
}

/** Opens a mirror for the reference server, until the scope closes. **Fails with** `MirrorError`. */
export const openServedRecords = (path: string) =>
  Effect.map(MirrorFile.open(path, "read"), (file) => () => ({
    source: `mirror ${path}`,
    complaints: new ServedComplaints(file),
    notices: file.readNow((db): Generator<number | undefined, ReadonlyArray<PlainNotice>> => allNotices(db))
  }))
