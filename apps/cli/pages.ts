import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect } from "effect"
import { Host } from "./src/Host.ts"
import { prerenderedPages } from "./src/help/prerenderedPages.ts"

const host = Host.of({
  environment: {},
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  bundledData: new URL("data/", import.meta.url),
  onSignal: () => undefined
})

/** The help of each command, which the build writes to a file. */
export const pages = await Effect.runPromise(
  prerenderedPages.pipe(Effect.provideService(Host, host), Effect.provide(NodeServices.layer))
)
