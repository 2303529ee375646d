import { CivilDate } from "@public-records/core"
import { type Mirror } from "@public-records/mirror"
import { Effect, Stream } from "effect"

/** Asks a mirror each kind of question, several at the same time. Returns the answers as JSON, without what depends on the file. */
export const everyAnswer = Effect.fnUntraced(function* (mirror: Mirror["Service"]) {
  const where = { createdFrom: CivilDate.make("2019-12-13") }
  const complaints = yield* Stream.runCollect(Stream.take(mirror.records.complaints.stream({ state: "Ohio" }), 120))
  const { bytes: _bytes, path: _path, ...status } = yield* mirror.status
  const answers = yield* Effect.all(
    {
      complaint: mirror.records.complaints.get(complaints[0]?.id ?? ""),
      notices: mirror.records.notices.page({ party: "Bolt", limit: 50 }),
      coverage: mirror.coverage(),
      days: mirror.days(),
      found: mirror.records.complaints.page({ robocall: "unknown", limit: 5 }),
      count: mirror.count({ hour: 10 }),
      number: mirror.number("(315) 232-8257"),
      top: mirror.top({ of: "numbers", places: 2, where }),
      trends: mirror.trends({ by: "hour", split: "robocall", where }),
      blocklist: mirror.blocklist({ days: 999, force: true }),
      party: mirror.party("Bolt"),
      topParties: mirror.topParties({ of: "parties" }),
      counts: mirror.countNotices({ by: "year" }),
      verification: mirror.verify("contents")
    },
    { concurrency: "unbounded" }
  )
  return JSON.stringify({ complaints, status, ...answers })
})
