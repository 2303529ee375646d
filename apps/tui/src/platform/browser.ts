import { Effect } from "effect"
import { once } from "node:events"
import { type Environment, isOverSsh } from "./clipboard.ts"
import { PlatformError } from "./Platform.ts"

/** Returns an `http:` or `https:` address in its encoded form, or `undefined` for any other input. */
export const webAddress = (text: string): string | undefined => {
  if (!URL.canParse(text)) return undefined
  const { protocol, href } = new URL(text)
  return protocol === "https:" || protocol === "http:" ? href : undefined
}

/** Opens an address, and rejects if the program that opens it fails. */
const openAddress = async (address: string): Promise<void> => {
  const { default: open } = await import("open")
  const opener = await open(address)
  if (opener.exitCode === null) await once(opener, "exit")
  if (opener.exitCode !== 0) throw new Error("no browser")
}

/** Opens an address in the browser of the user's machine. A program that still runs after two seconds is the browser. */
export const openInBrowser = Effect.fnUntraced(function* (
  text: string,
  environment: Environment
): Effect.fn.Return<void, PlatformError> {
  const address = webAddress(text)
  if (address === undefined) return yield* new PlatformError({ message: "That is not a web address." })
  const notFound = new PlatformError({ message: "No browser found. Copy the address instead." })
  if (isOverSsh(environment) && (environment["BROWSER"] ?? "") === "") return yield* notFound
  yield* Effect.tryPromise({ try: () => openAddress(address), catch: () => notFound }).pipe(
    Effect.timeoutOrElse({ duration: "2 seconds", orElse: () => Effect.void })
  )
})
