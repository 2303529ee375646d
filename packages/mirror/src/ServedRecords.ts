import { Effect } from "effect"
import { complaintById, complaintPage, complaintsWhere, type ListOrder, type Window } from "./questions/complaints.ts"
import { conditionsOf } from "./questions/conditions.ts"
import { allNotices } from "./questions/notices.ts"
import { MirrorFile } from "./store/MirrorFile.ts"
import { raw } from "./store/sql.ts"

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
    return Effect.orDie(
      file.read((db) =>
        Effect.flatMap(conditionsOf(db, filters), ({ where }) => complaintPage(db, where, order, window))
      )
    )
  }
  return {
    page,
    get: (id: string) => Effect.orDie(file.read((db) => complaintById(db, id))),
    all: Effect.orDie(
      file.read((db) => complaintsWhere(db, raw("true"), "ASC", { offset: 0, limit: Number.MAX_SAFE_INTEGER }))
    )
  }
}

/** Opens a mirror for the reference server, until the scope closes. **Fails with** `MirrorError`. */
export const openServedRecords = (path: string) =>
  Effect.map(MirrorFile.open(path, "read"), (file) =>
    Effect.map(file.read(allNotices), (notices) => ({
      source: `mirror ${path}`,
      complaints: complaintsOf(file),
      notices
    }))
  )
