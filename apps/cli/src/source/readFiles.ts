import { type ImportEvent, type Mirror } from "@public-records/mirror"
import { counted } from "@public-records/text/counts"
import { Effect, Stream } from "effect"
import { fileFailure, mirrorFailure } from "../CommandFailure.ts"
import { makeAnswerStatus } from "../output/printAnswer.ts"
import { makeProgress } from "../output/progress.ts"

const leftOutText = ({ reasons, setAside }: Extract<ImportEvent, { readonly _tag: "Report" }>): string =>
  `${counted(setAside, "record was", "records were")} left out: ${reasons.map(({ reason }) => reason).join("; ")}.`

/** Reads files into a mirror, as `mirror import` does. **Fails** over a file that cannot be used. */
export const readFiles = Effect.fnUntraced(function* (
  mirror: Mirror["Service"],
  paths: ReadonlyArray<string>,
  quiet: boolean
) {
  const status = yield* makeAnswerStatus({ quiet })
  const showShare = yield* makeProgress(status)
  const handle = (event: ImportEvent) => {
    switch (event._tag) {
      case "Reading":
        return Effect.sync(() => showShare(event.share))
      case "Refused":
        return Effect.fail(fileFailure(event))
      case "CutOff":
        return status.print(event.message)
      case "Report":
        return event.setAside === 0 ? Effect.void : status.print(leftOutText(event))
      case "Day":
        return Effect.void
    }
  }
  yield* mirror
    .importFiles(paths)
    .pipe(Stream.mapError(mirrorFailure), Stream.runForEach(handle), Effect.ensuring(status.clearProgress))
})
