import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { Schema } from "effect"
import { type Inquiry, Ready, Usage } from "./Conversation.ts"

/** The servers that are measured, each a program of its own. */
export type ServerName = "reference" | "bare" | "fastify" | "jsonServer"

/** A server in another process. */
export interface ServerProcess extends Ready {
  readonly usage: () => Promise<Usage>
  /** The same once the server's garbage is collected. */
  readonly usageWithoutGarbage: () => Promise<Usage>
  readonly close: () => Promise<void>
}

/** What the other process says next; nothing if it ends before. */
const nextSaid = async (child: ChildProcess, ended: Promise<ReadonlyArray<never>>): Promise<unknown> => {
  const [said]: ReadonlyArray<unknown> = await Promise.race([once(child, "message"), ended])
  return said
}

/**
 * Starts a server and waits until it listens.
 *
 * **Fails with** a rejection where it ends before; why stands on standard error.
 */
export const startServer = async (
  name: ServerName,
  programArguments: ReadonlyArray<string> = []
): Promise<ServerProcess> => {
  const program = fileURLToPath(new URL(`programs/${name}.ts`, import.meta.url))
  const child = fork(program, programArguments, { execArgv: ["--expose-gc"] })
  const ended = once(child, "exit").then(() => [])
  const heard = async <A>(schema: Schema.Codec<A, unknown>): Promise<A> => {
    const said = await nextSaid(child, ended)
    if (said === undefined) throw new Error(`The ${name} server ended before it answered.`)
    return Schema.decodeUnknownSync(schema)(said)
  }
  const asked = (inquiry: Inquiry): Promise<Usage> => {
    child.send(inquiry)
    return heard(Usage)
  }
  return {
    ...(await heard(Ready)),
    usage: () => asked("usage"),
    usageWithoutGarbage: () => asked("usage without garbage"),
    close: async () => {
      if (child.connected) child.disconnect()
      await ended
    }
  }
}
