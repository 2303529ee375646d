import { type ComplaintFilters, type InvalidQuery } from "@public-records/core"
import { type Mirror, type MirrorError } from "@public-records/mirror"
import { Clock, Effect } from "effect"
import { type CommandFailure, invalidQuery, mirrorFailure } from "../CommandFailure.ts"
import { type AnswerFilterFlags, type AnswerFlags } from "../flags.ts"
import { complaintKind } from "../output/kinds.ts"
import { makeAnswerStatus } from "../output/mirrorAnswer.ts"
import { type StatusOutput } from "../output/StatusOutput.ts"
import { readFlags, withLatest } from "./flagQuery.ts"
import { checkFilters } from "./localComplaints.ts"
import { openMirror } from "./openMirror.ts"

/** A mirror, the complaints in question, and the line for progress. */
export interface MirrorQuestion {
  readonly mirror: Mirror["Service"]
  readonly where: ComplaintFilters
  readonly status: StatusOutput
  readonly options: { readonly onProgress: (share: number) => void }
}

/** Shows the progress of a question from 0 to 1 as a percentage. */
export const showShare = (status: StatusOutput) => {
  let shown = -1
  return (share: number): void => {
    const percent = Math.floor(share * 100)
    if (percent !== shown && percent < 100) Effect.runSync(status.progress(`${percent} %`))
    shown = percent
  }
}

/** A faster answer needs no progress, which would only flash. */
const showAfterMillis = 1_000

/** Returns a function that shows the progress of a question, once it has taken a second. */
export const makeProgress = (status: StatusOutput) =>
  Clock.clockWith((clock) => {
    const show = showShare(status)
    const began = clock.currentTimeMillisUnsafe()
    return Effect.succeed((share: number): void => {
      if (clock.currentTimeMillisUnsafe() - began >= showAfterMillis) show(share)
    })
  })

/** Reads the filters of a question. `latest` is the newest day of the mirror. */
const readFilters = Effect.fnUntraced(function* (mirror: Mirror["Service"], flags: AnswerFilterFlags) {
  const { newest } = yield* Effect.mapError(mirror.coverage(), mirrorFailure)
  const dated = newest === null ? flags : withLatest(flags, complaintKind.dateFlags, newest)
  const query = yield* readFlags(complaintKind, dated, "local")
  yield* checkFilters(mirror.records, query)
  return query
})

/** Opens the mirror and reads the filters of a question. */
export const openQuestion = Effect.fnUntraced(function* (flags: AnswerFlags & AnswerFilterFlags) {
  const mirror = yield* openMirror(flags)
  const status = yield* makeAnswerStatus(flags)
  const where = yield* readFilters(mirror, flags)
  return { mirror, where, status, options: { onProgress: yield* makeProgress(status) } }
})

/** Waits for an answer. A problem of the query is one of the argument, as the filters are already valid. */
export const answerOf = <A>(
  status: StatusOutput,
  answer: Effect.Effect<A, InvalidQuery | MirrorError>
): Effect.Effect<A, CommandFailure> =>
  answer.pipe(
    Effect.mapError((error) =>
      error._tag === "MirrorError"
        ? mirrorFailure(error)
        : invalidQuery(error.problems.map(({ rule }) => ({ field: "ID", rule })))
    ),
    Effect.ensuring(status.clearProgress)
  )
