import { type PublicRecords, type PublicRecordsError } from "@public-records/core"
import { Effect } from "effect"
import { type CommandFailure, usageFailure } from "./CommandFailure.ts"
import { type OutputFlags } from "./flags/outputFlags.ts"
import { type SourceFlags } from "./flags/sourceFlags.ts"
import { checkGiven } from "./givenFlags.ts"
import { Host } from "./Host.ts"
import { printRecord } from "./output/recordPrinter.ts"
import { type RecordKind } from "./output/RecordKind.ts"
import { type ReaderGone, write } from "./output/StandardOutput.ts"
import { openSession } from "./Session.ts"

/** A question for one record, as the command line puts it. */
export interface GetRequest<Record> {
  readonly kind: RecordKind<Record>
  readonly get: (records: PublicRecords["Service"]) => Effect.Effect<Record, PublicRecordsError>
  readonly flags: SourceFlags & OutputFlags & { readonly id: string }
}

/** Prints the record with that id. */
export const getRecord = Effect.fnUntraced(function* <Record>({
  kind,
  get,
  flags
}: GetRequest<Record>): Effect.fn.Return<void, CommandFailure | ReaderGone, Host> {
  yield* checkGiven({ ...flags, id: undefined })
  if (flags.id.trim() === "") return yield* usageFailure(`The id is empty. Copy the id of a ${kind.one} from a list.`)
  yield* openSession(flags, ({ records, notes, output, failureOf }) =>
    Effect.gen(function* () {
      const { stdout } = yield* Host
      const record = yield* Effect.mapError(get(records), failureOf)
      yield* write(stdout, printRecord(kind, output, record))
      if (output.format === "table" && kind.note !== undefined) yield* notes.say(kind.note)
    })
  )
})
