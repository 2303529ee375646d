import { type SyncedFile, type SyncEvent } from "@public-records/mirror"
import { counted, grouped } from "@public-records/text/counts"
import { Clock, Duration, Effect } from "effect"
import { durationText } from "../export/text.ts"
import { showShare } from "../output/progress.ts"
import { fileText, planTexts } from "../output/syncText.ts"
import { type Session } from "../source/session.ts"

const minuteMillis = 60_000

/** Returns the part of a daily file's name that differs: its date, and the number of an edition. */
const editionIn = (file: string): string => /\d{4}-\d{2}-\d{2}(?:_\d+)?/.exec(file)?.[0] ?? file

/** Counts daily files that were read, and says how fast that is and how long the others will take. */
const makeFileRate = () => {
  const done = { files: 0, lastDay: "" }
  let began: number | undefined
  let plannedMillis = 0
  return {
    plan: (files: number, minutes: number) => void (plannedMillis = files === 0 ? 0 : (minutes * minuteMillis) / files),
    see: (lastDay: string) => void (done.lastDay = lastDay),
    count: () => void (done.files += 1),
    /** Returns the line about a file. `left` counts it. */
    text: (file: string, left: number, now: number): string => {
      began ??= now
      const each = done.files === 0 ? plannedMillis : (now - began) / done.files
      const rate = done.files === 0 ? [] : [`${grouped(Math.round(minuteMillis / Math.max(1, each)))} a minute`]
      const time = each === 0 ? [] : [`${durationText(Duration.millis(left * each))} left`]
      const day = done.lastDay === "" ? [] : [`last day ${done.lastDay}`]
      const place = `File ${grouped(done.files + 1)} of ${grouped(done.files + left)} (${editionIn(file)})`
      return [place, ...day, ...rate, ...time].join(", ")
    }
  }
}

/** Prints the plan, the progress and the failures of a sync to standard error. Without a progress line, each file has one. */
export const showEvents = ({
  progress,
  requestsPerHour,
  status
}: Pick<Session, "progress" | "status"> & { readonly requestsPerHour: number }) => {
  const showVerified = showShare(status)
  const rate = makeFileRate()
  let planned = ""
  const showFile = (file: SyncedFile) => {
    rate.count()
    return progress === "lines" ? status.print(fileText(file)) : Effect.void
  }
  return Effect.fnUntraced(function* (event: SyncEvent) {
    if (event._tag === "Verifying") return showVerified(event.share)
    if (event._tag === "Fetching") {
      return yield* status.progress(rate.text(event.file, event.left, yield* Clock.currentTimeMillis))
    }
    if (event._tag === "Page") {
      const { list, records, requests, total } = event
      const read = total === null ? "" : `${grouped(records)} of `
      const all = counted(total ?? records, "record", "records")
      return yield* status.progress(`${list}: ${read}${all}, request ${grouped(requests)}${planned}`)
    }
    yield* status.clearProgress
    switch (event._tag) {
      case "Plan":
        planned = ` of about ${grouped(event.requests)}`
        if (event.dailyFiles !== null) rate.plan(event.dailyFiles.files, event.dailyFiles.minutes)
        return yield* Effect.forEach(planTexts(event, requestsPerHour), status.print)
      case "Day":
        return rate.see(event.day)
      case "File":
        return yield* showFile(event)
      case "Refused":
        rate.count()
        return yield* status.print(event.message)
      case "Failed":
        return yield* status.print(`${event.list}: ${event.message}`)
      default:
    }
  })
}
