import type { NextFault, StartOptions } from "@public-records/server"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { ExpectationFailed, type Step } from "./steps.ts"

/** Starts a service. */
export const serves = (what: string, options: StartOptions): Step => ({
  description: `has a service ${what}`,
  run: (desktop) => desktop.serve(options)
})

/** Writes a file to the folder. */
export const keeps = (name: string, content: string): Step => ({
  description: `keeps ${name}`,
  run: (desktop) => Effect.sync(() => writeFileSync(join(desktop.folder, name), content))
})

/** Starts the program for the service in a terminal of a size, with an API key in its environment. */
export const opensService = (columns: number, rows: number, apiKey: string): Step => ({
  description: `opens public-records on the service, on ${columns}×${rows}`,
  run: (desktop) => desktop.open(columns, rows, ["tui", "--base-url", desktop.service().url, "--allow-http"], apiKey)
})

/** Injects a fault into the next request. */
export const meets = (fault: NextFault): Step => ({
  description: `gets the fault ${fault.do} for the next request`,
  run: (desktop) => Effect.sync(() => desktop.service().faults().next(fault))
})

/** Stops the service. */
export const isCutOff = (): Step => ({
  description: "is cut off from the service",
  run: (desktop) => desktop.service().stop
})

/** Restarts the service. */
export const isBackOnline = (): Step => ({
  description: "has the service back",
  run: (desktop) => desktop.service().restart
})

/** Checks that the program never sent a secret to the terminal. */
export const neverShows = (what: string, secret: string): Step => ({
  description: `never sees ${what}`,
  run: (desktop) => {
    const sent = desktop.screen().sent()
    return sent.includes(secret)
      ? Effect.fail(new ExpectationFailed({ wanted: `a screen without ${what}`, found: sent }))
      : Effect.void
  }
})

const inCurl = /^curl --globoff --header "X-Api-Key: \$PUBLIC_RECORDS_API_KEY" '([^']+)'$/

/** Sends the request on the clipboard as curl would, with an API key, and checks the response. */
export const sendsTheCopied = (apiKey: string, wanted: string, isExpected: (body: string) => boolean): Step => ({
  description: `sends the copied request and has ${wanted}`,
  run: Effect.fnUntraced(function* (desktop) {
    const copied = desktop.screen().clipboard()
    const url = inCurl.exec(copied)?.[1]
    if (url === undefined)
      return yield* new ExpectationFailed({ wanted: "a request as curl, without a key", found: copied })
    const body = yield* Effect.promise(async () => (await fetch(url, { headers: { "X-Api-Key": apiKey } })).text())
    if (!isExpected(body)) return yield* new ExpectationFailed({ wanted, found: body })
  })
})
