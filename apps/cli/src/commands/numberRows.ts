import { basisOf } from "@public-records/answers/basis"
import { filterText } from "@public-records/answers/words"
import { Effect, Stream } from "effect"
import { type CommandFlags, type Format } from "../flags.ts"
import { Host } from "../Host.ts"
import { checkStrict } from "../output/printAnswer.ts"
import { complaintKind } from "../output/kinds.ts"
import { listPrinter, printerOptions } from "../output/printers.ts"
import { write } from "../output/StandardOutput.ts"
import { answerOf, type MirrorQuestion } from "../queries/askMirror.ts"

/** Prints the complaints about a number. */
export const printComplaints = Effect.fnUntraced(function* (
  flags: CommandFlags<"number"> & { readonly format: Format | undefined },
  { failureOf, mirror, options, status, where }: MirrorQuestion
) {
  const { stdout } = yield* Host
  const printer = yield* listPrinter(complaintKind, yield* printerOptions({ ...flags, spreadsheetSafe: false }))
  const query = { ...where, number: flags.number }
  const { coverage } = yield* answerOf(status, mirror.count(query, options))
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
  const basis = basisOf(coverage, filterText(where))
  yield* status.print(basis.text)
  yield* checkStrict(flags, basis)
})
