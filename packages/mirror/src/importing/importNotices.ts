import type { PlainNotice } from "@public-records/files/PlainNotice"
import { compareInstants } from "@public-records/files/text"
import { type Database, text } from "../store/Database.ts"
import { remember } from "../store/syncState.ts"
import type { Steps } from "../store/steps.ts"

/** Writes notices, within a transaction. A notice that was changed later stays. `areAll` is whether they are all of the service. */
export function* importNotices(db: Database, notices: ReadonlyArray<PlainNotice>, areAll: boolean): Steps<void> {
  for (const notice of notices) {
    const stored = db.first("select updated from notices where id = ?", notice.id)
    if (stored !== undefined && compareInstants(notice.updated, text(stored, "updated")) < 0) continue
    db.run(
      `insert into notices values(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, null) on conflict(id) do update set
      transaction_number = excluded.transaction_number, title = excluded.title, acquiring_party = excluded.acquiring_party,
      acquired_party = excluded.acquired_party, acquired_entities = excluded.acquired_entities, date = excluded.date,
      created = excluded.created, updated = excluded.updated, tags = excluded.tags, revision = excluded.revision, gone = null`,
      notice.id,
      notice.transactionNumber,
      notice.title,
      notice.acquiringParty,
      notice.acquiredParty,
      JSON.stringify(notice.acquiredEntities),
      notice.date,
      notice.created,
      notice.updated,
      notice.tags === undefined ? null : JSON.stringify(notice.tags),
      notice.revision
    )
    yield undefined
  }
  if (areAll) remember(db, "notices read to the end", "true")
}
