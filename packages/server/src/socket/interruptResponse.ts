import { ServerResponse } from "node:http"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Effect } from "effect"
import { Headers, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { InterruptedResponse } from "../handleRequest.ts"

/**
 * Sends the part of a response that arrives, and ends it as the interruption says. The platform would write only whole responses: an error
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
    // Without a length, Node.js sends the body in chunks, and half of it looks complete.
    sender.writeHead(status, next === "end" ? Headers.remove(headers, "content-length") : headers)
    sender.flushHeaders()
  }
  if (sentBody.length > 0) {
    yield* Effect.callback<void>((resume) => void sender.write(sentBody, () => resume(Effect.void)))
  }
  if (next === "wait") yield* Effect.raceFirst(end, closing)
  if (next === "end") sender.end()
  else sender.destroy()
  // The platform sends nothing after that.
  return HttpServerResponse.empty()
})
