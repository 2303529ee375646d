import { ServerResponse } from "node:http"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { InterruptedResponse } from "../handleRequest.ts"

/**
 * Sends the part of a response that arrives, and closes the connection. The platform would write only whole responses: an error
 * within one closes the connection before its first half is sent.
 */
export const interruptResponse = Effect.fnUntraced(function* (
  { interruption: { sent, next }, response: { headers, status }, sentBody }: InterruptedResponse,
  closing: Effect.Effect<void>
) {
  const sender = NodeHttpServerRequest.toServerResponse(yield* HttpServerRequest.HttpServerRequest)
  if (!(sender instanceof ServerResponse)) return yield* Effect.die("This server speaks HTTP/1.1 only.")
  const end = Effect.callback<void>((resume) => void sender.once("close", () => resume(Effect.void)))
  if (sent !== "nothing") {
    sender.writeHead(status, headers)
    sender.flushHeaders()
  }
  if (sentBody.length > 0) {
    yield* Effect.callback<void>((resume) => void sender.write(sentBody, () => resume(Effect.void)))
  }
  yield* next === "wait" ? Effect.raceFirst(end, closing) : Effect.void
  sender.destroy()
  // The platform sends nothing on a closed connection.
  return HttpServerResponse.empty()
})
