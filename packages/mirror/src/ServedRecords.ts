import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { Effect } from "effect"
import type { ListOrder } from "./MirrorQuery.ts"
import { complaintById, complaintPage, countComplaints, type Window } from "./reading/complaintPages.ts"
import { conditionsOf } from "./reading/Conditions.ts"
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

/** Returns the complaints of a mirror for a server that answers each request in one piece. */
const complaintsOf = (file: MirrorFile) => {
  const page = ({ created, values = {}, violation }: ServedConditions, order: ListOrder, window: Window) => {
    const { consumerAreaCode, consumerCity, consumerState, recordedMessageOrRobocall: robocall } = values
    const filters = {
      createdFrom: created?.from,
      createdTo: created?.to,
      violationFrom: violation?.from,
      violationTo: violation?.to,
      state: consumerState,
      city: consumerCity,
      areaCode: consumerAreaCode,
      robocall: robocall === undefined ? undefined : robocall.toUpperCase() === "Y"
    }
    return file.readNow((db) => complaintPage(db, conditionsOf(db, filters), order, window))
  }
  return {
    page,
    get size(): number {
      return file.readNow((db) => countComplaints(db, conditionsOf(db, {}))).records
    },
    get newest(): PlainComplaint | undefined {
      return page({}, "DESC", { offset: 0, limit: 1 }).records[0]
    },
    get: (id: string): PlainComplaint | undefined =>
      file.readNow(function* (db) {
        return complaintById(db, id)
      }),
    *[Symbol.iterator](): Iterator<PlainComplaint> {
      const limit = 1000
      for (let offset = 0; ; offset += limit) {
        const { records } = page({}, "ASC", { offset, limit })
        yield* records
        if (records.length < limit) return
      }
    }
  }
}

/** Opens a mirror for the reference server, until the scope closes. **Fails with** `MirrorError`. */
export const openServedRecords = (path: string) =>
  Effect.map(MirrorFile.open(path, "read"), (file) => () => ({
    source: `mirror ${path}`,
    complaints: complaintsOf(file),
    notices: file.readNow(allNotices)
  }))
