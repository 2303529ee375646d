import type { NextFault, StartOptions } from "@public-records/server"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { NotSo, type Step } from "./steps.ts"

/** Starts a service that the program may ask. */
export const serves = (says: string, options: StartOptions): Step => ({
  says: `has a service ${says}`,
  take: (desk) => desk.serve(options)
})

/** Has a file in the folder. */
export const keeps = (name: string, content: string): Step => ({
  says: `keeps ${name}`,
  take: (desk) => Effect.sync(() => writeFileSync(join(desk.folder, name), content))
})

/** Starts the program on the service in a terminal of a size, with a key in its environment. */
export const opensService = (columns: number, rows: number, apiKey: string): Step => ({
  says: `opens public-records on the service, on ${columns}×${rows}`,
  take: (desk) => desk.open(columns, rows, ["tui", "--base-url", desk.service().url, "--allow-http"], apiKey)
})

/** The next request meets a fault. */
export const meets = (fault: NextFault): Step => ({
  says: `meets ${fault.do} at the next request`,
  take: (desk) => Effect.sync(() => desk.service().faults().next(fault))
})

/** Nobody reaches the service any longer. */
export const isCutOff = (): Step => ({ says: "is cut off from the service", take: (desk) => desk.service().cutOff })

/** The service is reached again. */
export const isBackOnline = (): Step => ({ says: "has the service back", take: (desk) => desk.service().comeBack })

/** Nothing that the program ever sent to the terminal has a secret in it. */
export const neverShows = (what: string, secret: string): Step => ({
  says: `never sees ${what}`,
  take: (desk) => {
    const sent = desk.screen().sent()
    return sent.includes(secret)
      ? Effect.fail(new NotSo({ wanted: `a screen without ${what}`, found: sent }))
      : Effect.void
  }
})

const inCurl = /^curl --globoff --header "X-Api-Key: \$PUBLIC_RECORDS_API_KEY" '([^']+)'$/

/** Sends the request that is on the clipboard as curl would, with a key, and has the answer. */
export const sendsTheCopied = (apiKey: string, wanted: string, isSo: (answer: string) => boolean): Step => ({
  says: `sends the copied request and has ${wanted}`,
  take: Effect.fnUntraced(function* (desk) {
    const copied = desk.screen().clipboard()
    const url = inCurl.exec(copied)?.[1]
    if (url === undefined) return yield* new NotSo({ wanted: "a request as curl, without a key", found: copied })
    const answer = yield* Effect.promise(async () => (await fetch(url, { headers: { "X-Api-Key": apiKey } })).text())
    if (!isSo(answer)) return yield* new NotSo({ wanted, found: answer })
  })
})
