import { type ComplaintFilters, type InvalidQuery, type PublicRecordsError } from "@public-records/core"
import { type Mirror, type MirrorError } from "@public-records/mirror"
import { Effect } from "effect"
import { type CommandFailure, questionFailure } from "../CommandFailure.ts"
import { type AnswerFilterFlags, type AnswerFlags } from "../flags.ts"
import { complaintKind } from "../output/kinds.ts"
import { makeAnswerStatus } from "../output/printAnswer.ts"
import { makeProgress } from "../output/progress.ts"
import { type StatusOutput } from "../output/StatusOutput.ts"
import { readFlags, withLatest } from "./flagQuery.ts"
import { checkFilters } from "./localComplaints.ts"
import { openLocalOrMirror } from "../source/openLocal.ts"

/** A mirror, the complaints in question, and the line for progress. */
export interface MirrorQuestion {
  readonly mirror: Mirror["Service"]
  readonly failureOf: (error: PublicRecordsError) => CommandFailure
  readonly where: ComplaintFilters
  readonly status: StatusOutput
  readonly options: { readonly onProgress: (share: number) => void }
}

/** Opens the records that are asked, and reads the filters of a question. `latest` is their newest day. */
export const openQuestion = Effect.fnUntraced(function* (flags: Omit<AnswerFlags, "format"> & AnswerFilterFlags) {
  const { coverage, failureOf, questions: mirror, records } = yield* openLocalOrMirror(flags)
  const status = yield* makeAnswerStatus(flags)
  const { newest } = coverage
  const dated = newest === null ? flags : withLatest(flags, complaintKind.dateFlags, newest)
  const where = yield* readFlags(complaintKind, dated, "local")
  yield* checkFilters(records, where)
  return { mirror, failureOf, where, status, options: { onProgress: yield* makeProgress(status) } }
})

/** Waits for an answer. */
export const answerOf = <A>(
  status: StatusOutput,
  answer: Effect.Effect<A, InvalidQuery | MirrorError>
): Effect.Effect<A, CommandFailure> =>
  answer.pipe(Effect.mapError(questionFailure), Effect.ensuring(status.clearProgress))
