import { Effect, Stream } from "effect"
import { type CommandFlags } from "../flags.ts"
import { Host } from "../Host.ts"
import { checkStrict, covered } from "../output/mirrorAnswer.ts"
import { complaintKind } from "../output/kinds.ts"
import { listPrinter, printerOptions } from "../output/printers.ts"
import { write } from "../output/StandardOutput.ts"
import { answerOf, type MirrorQuestion } from "../queries/askMirror.ts"

/** Prints the complaints about a number. */
export const printComplaints = Effect.fnUntraced(function* (
  flags: CommandFlags<"number">,
  { failureOf, mirror, options, status, where }: MirrorQuestion
) {
  const { stdout } = yield* Host
  const printer = yield* listPrinter(complaintKind, yield* printerOptions({ ...flags, spreadsheetSafe: false }))
  const query = { ...where, number: flags.number }
  const { coverage, note } = yield* answerOf(status, mirror.count(query, options))
  let isFirst = true
  yield* mirror.records.complaints.stream(query).pipe(
    Stream.mapError(failureOf),
    Stream.runForEachArray((batch) => {
      const text = (isFirst ? printer.opening : "") + printer.batch(batch, isFirst)
      isFirst = false
      return write(stdout, text)
    })
  )
  yield* write(stdout, (isFirst ? printer.opening : "") + printer.closing(isFirst))
  const { basis, gap } = covered({ coverage, note })
  yield* status.print(basis)
  yield* checkStrict(flags, { gap })
})
