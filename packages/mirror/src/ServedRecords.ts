import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { Effect } from "effect"
import type { ListOrder } from "./MirrorQuery.ts"
import { complaintById, complaintPage, type Window } from "./reading/complaintPages.ts"
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

/** Returns the complaints of a mirror for a server. */
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
    return Effect.sync(() => file.readNow((db) => complaintPage(db, conditionsOf(db, filters), order, window)))
  }
  return {
    page,
    get: (id: string): Effect.Effect<PlainComplaint | undefined> =>
      Effect.sync(() =>
        file.readNow(function* (db) {
          return complaintById(db, id)
        })
      ),
    all: Effect.map(page({}, "ASC", { offset: 0, limit: Number.MAX_SAFE_INTEGER }), ({ records }) => records)
  }
}

/** Opens a mirror for the reference server, until the scope closes. **Fails with** `MirrorError`. */
export const openServedRecords = (path: string) =>
  Effect.map(MirrorFile.open(path, "read"), (file) =>
    Effect.try({
      try: () => ({ source: `mirror ${path}`, complaints: complaintsOf(file), notices: file.readNow(allNotices) }),
      catch: (cause) => (cause instanceof Error ? cause : new Error(String(cause)))
    })
  )
