import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"

/** How many complaints the walked server has. */
export const walkedRecords = 10_000

/** The only key that the walked server knows. */
export const benchKey = "bench-key-0123456789"

/** A reference server in another process. */
export interface WalkedService {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Starts the server and waits until it listens. */
export const startWalkedService = async (): Promise<WalkedService> => {
  const program = fileURLToPath(new URL("walkServer.ts", import.meta.url))
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] })
  const ended = once(child, "close")
  const [line]: Array<unknown> = await Promise.race([once(child.stdout, "data"), ended])
  const url = String(line).trim()
  if (!URL.canParse(url)) throw new Error("The server of the walk did not start; what it says stands above.")
  return {
    url,
    close: async () => {
      child.stdin.end()
      await ended
    }
  }
}
