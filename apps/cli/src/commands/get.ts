import { Effect } from "effect"
import { type CommandFlags } from "../flags.ts"
import { usageFailure } from "../CommandFailure.ts"
import { Host } from "../Host.ts"
import { complaintKind, noticeKind, type RecordKind } from "../output/kinds.ts"
import { printerOptions, printRecord } from "../output/printers.ts"
import { write } from "../output/StandardOutput.ts"
import { openSource } from "../source/openSource.ts"
import { openSession } from "../source/session.ts"

const getRecord = Effect.fnUntraced(function* <Query, Record>(
  kind: RecordKind<Query, Record>,
  flags: CommandFlags<"complaints get">
) {
  const { stderr, stdout } = yield* Host
  if (flags.id.trim() === "") return yield* usageFailure(`The id is empty. Copy the id of a ${kind.one} from a list.`)
  const output = yield* printerOptions(flags)
  const isTable = output.format === "table"
  const options = { isOnScreen: stdout.isTTY, printsNotice: stderr.isTTY || isTable }
  yield* openSession(openSource(flags), flags, options, ({ source, status }) =>
    Effect.gen(function* () {
      const record = yield* kind.collection(source.records).get(flags.id)
      yield* write(stdout, printRecord(kind, output, record))
      if (isTable && kind.note !== undefined) yield* status.print(kind.note)
    })
  )
})

export const complaintsGet = (flags: CommandFlags<"complaints get">) => getRecord(complaintKind, flags)

export const noticesGet = (flags: CommandFlags<"complaints get">) => getRecord(noticeKind, flags)
