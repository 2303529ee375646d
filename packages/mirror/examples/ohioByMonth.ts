import { Mirror } from "@public-records/mirror"
import { Effect } from "effect"

/** Counts the robocalls that were reported in Ohio, by month. */
export const ohioByMonth = Effect.gen(function* () {
  const mirror = yield* Mirror
  const { coverage, value } = yield* mirror.trends({ by: "month", where: { state: "Ohio", robocall: true } })
  return { months: value.rows, missing: coverage.missing }
})

export const mirrorAt = (file: string) => Mirror.layer({ file })
