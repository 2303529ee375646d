import { Effect, Redacted } from "effect"
import { execFile } from "node:child_process"
import { type CommandFailure, keyMissing, usageFailure } from "../CommandFailure.ts"
import { type Environment } from "../Host.ts"
import { readTextFile } from "@public-records/text/readTextFile"
import { type KeySetting } from "./settings.ts"

const longestKeyOutput = 64 * 1024
const patience = "10 seconds"
/** The limit of core. */
const longestKey = 1000

/** Runs a command in the shell and returns what it prints; its standard error is not shown. */
const outputOf = (command: string, environment: Environment): Effect.Effect<string, { readonly code: unknown }> =>
  Effect.callback((resume) => {
    const [shell, flag] = process.platform === "win32" ? ["cmd.exe", "/c"] : ["/bin/sh", "-c"]
    const child = execFile(
      shell,
      [flag, command],
      { env: { ...environment }, maxBuffer: longestKeyOutput },
      (error, stdout) =>
        resume(error === null ? Effect.succeed(stdout) : Effect.fail({ code: error.code ?? error.signal }))
    )
    child.stdin?.end()
    return Effect.sync(() => child.kill("SIGKILL"))
  })

const keyFromCommand = ({ value, from }: KeySetting, environment: Environment): Effect.Effect<string, CommandFailure> =>
  outputOf(value, environment).pipe(
    Effect.mapError(({ code }) =>
      keyMissing(`The command for the key (${from}) failed with ${String(code)}. Run it by hand to see why.`)
    ),
    Effect.timeoutOrElse({
      duration: patience,
      orElse: () =>
        Effect.fail(
          keyMissing(`The command for the key (${from}) did not end within ${patience}. Run it by hand to see why.`)
        )
    })
  )

const keyFromFile = ({ value, from }: KeySetting): Effect.Effect<string, CommandFailure> =>
  readTextFile(value, { acceptsPipes: true }).pipe(
    Effect.mapBoth({
      onFailure: ({ reason }) =>
        keyMissing(`The key's file ${value} (${from}) cannot be used: ${reason}. Check that it is there and readable.`),
      onSuccess: ({ text }) => text
    })
  )

const read = (setting: KeySetting, environment: Environment): Effect.Effect<string, CommandFailure> => {
  switch (setting.kind) {
    case "key":
      return Effect.succeed(setting.value)
    case "file":
      return keyFromFile(setting)
    case "command":
      return keyFromCommand(setting, environment)
  }
}

/**
 * Reads the key from where the setting says, without the line end that files and commands put after it.
 *
 * **Fails with** a failure that names the setting; after 10 seconds for a command that does not end. No message contains
 * the key.
 */
export const readApiKey = Effect.fnUntraced(function* (
  setting: KeySetting,
  environment: Environment
): Effect.fn.Return<Redacted.Redacted, CommandFailure> {
  const key = (yield* read(setting, environment)).trim()
  if (key === "") return yield* keyMissing(`There is no key where ${setting.from} says. Put the key there.`)
  if (key.length > longestKey) {
    return yield* usageFailure(`What ${setting.from} names is too long for an API key. Check that it is the key.`)
  }
  return Redacted.make(key)
})
