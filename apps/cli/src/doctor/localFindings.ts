import { grouped } from "@public-records/text/counts"
import { ComplaintQuery, NoticeQuery, PublicRecords } from "@public-records/core"
import { Effect, Option } from "effect"
import { type CommandFailure, failureOf, usageFailure } from "../CommandFailure.ts"
import { type Source } from "../source/openSource.ts"
import { type Finding } from "./Finding.ts"
import { unknown } from "./serviceFindings.ts"

const anyComplaint = new ComplaintQuery({ filter: { _tag: "None" }, order: "DESC", limit: 1, offset: 0 })
/** Records that are here already: whether they can be read is all that there is to know. */
export const localFindings = Effect.fnUntraced(function* ({
  origin,
  records
}: Source): Effect.fn.Return<ReadonlyArray<Finding>, CommandFailure> {
  const total = <Page extends { readonly total: Option.Option<number> }>(page: Page): string =>
    Option.match(page.total, { onNone: () => "some", onSome: grouped })
  const found = yield* PublicRecords.use(({ complaints, notices }) =>
    Effect.gen(function* () {
      const anyNotice = yield* NoticeQuery.fromInput({ limit: "1" })
      const [some, others] = [yield* complaints.page(anyComplaint), yield* notices.page(anyNotice)]
      return `${total(some)} complaints and ${total(others)} notices can be read: ${origin.baseUrl}.`
    })
  ).pipe(
    Effect.mapError((error) => (error._tag === "PublicRecordsError" ? failureOf(error) : usageFailure(error.message))),
    Effect.provide(records)
  )
  const [key, ...others] = unknown(["key", "clock", "quota"], "No service is asked.")
  return [...(key === undefined ? [] : [key]), { of: "reachability", verdict: "ok", found }, ...others]
})
