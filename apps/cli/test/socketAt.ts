import { Effect } from "effect"
import { createServer } from "node:net"

/** Creates a socket, which is neither a regular file nor a folder. Nobody can open it, so no command waits for it. */
export const socketAt = (path: string) =>
  Effect.acquireRelease(
    Effect.promise(() => {
      const server = createServer()
      return new Promise<typeof server>((resolve) => server.listen(path, () => resolve(server)))
    }),
    (server) => Effect.promise(() => new Promise((resolve) => server.close(resolve)))
  )
