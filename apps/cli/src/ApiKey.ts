import { Effect, Redacted } from "effect"
import { execFile } from "node:child_process"
import { readFile } from "node:fs/promises"
import { type CommandFailure, keyMissing } from "./CommandFailure.ts"
import { type Environment } from "./Host.ts"
import { type KeySetting } from "./Settings.ts"

const longestKeyOutput = 64 * 1024

/** Runs a command in the shell for what it prints; what it writes on standard error is kept from the screen. */
const outputOf = (command: string, environment: Environment): Effect.Effect<string, { readonly code: unknown }> =>
  Effect.callback((resume) => {
    const [shell, flag] = process.platform === "win32" ? ["cmd.exe", "/c"] : ["/bin/sh", "-c"]
    const child = execFile(
      shell,
      [flag, command],
      { env: { ...environment }, maxBuffer: longestKeyOutput },
      (error, stdout) => resume(error === null ? Effect.succeed(stdout) : Effect.fail({ code: error.code }))
    )
    return Effect.sync(() => child.kill())
  })

const read = ({ kind, value, from }: KeySetting, environment: Environment): Effect.Effect<string, CommandFailure> => {
  switch (kind) {
    case "key":
      return Effect.succeed(value)
    case "file":
      return Effect.tryPromise({
        try: () => readFile(value, "utf8"),
        catch: () =>
          keyMissing(`The key's file ${value} (${from}) cannot be read. Check that it is there and readable.`)
      })
    case "command":
      return Effect.mapError(outputOf(value, environment), ({ code }) =>
        keyMissing(`The command for the key (${from}) failed with ${String(code)}. Run it by hand to see why.`)
      )
  }
}

/**
 * The key itself, read where the setting says, without the line end that files and commands put after it.
 *
 * **Fails with** a failure that names the place; the key is in no message.
 */
export const readApiKey = Effect.fnUntraced(function* (
  setting: KeySetting,
  environment: Environment
): Effect.fn.Return<Redacted.Redacted, CommandFailure> {
  const key = (yield* read(setting, environment)).trim()
  if (key === "") return yield* keyMissing(`There is no key where ${setting.from} says. Put the key there.`)
  return Redacted.make(key)
})
