import { readTextFile } from "@public-records/text/readTextFile"
import { Effect, Redacted } from "effect"
import { exec } from "node:child_process"
import { keyMissing, usageFailure } from "../CommandFailure.ts"
import { type Environment } from "../Host.ts"
import { type KeySetting } from "./userSettings.ts"

const maxOutputBytes = 64 * 1024
const commandTimeout = "10 seconds"
const maxKeyLength = 1000

/** Runs a command in the shell and returns its standard output. Ignores its standard error. */
const outputOf = (command: string, environment: Environment): Effect.Effect<string, { readonly code: unknown }> =>
  Effect.callback((resume) => {
    const options = { env: { ...environment }, maxBuffer: maxOutputBytes }
    const child = exec(command, options, (error, stdout) =>
      resume(error === null ? Effect.succeed(stdout) : Effect.fail({ code: error.code ?? error.signal }))
    )
    child.stdin?.end()
    return Effect.sync(() => child.kill("SIGKILL"))
  })

const keyFromCommand = ({ value, from }: KeySetting, environment: Environment) => {
  const failed = (problem: string) =>
    keyMissing(`The command for the API key (${from}) ${problem}.`, "Run it by hand to see why.")
  return outputOf(value, environment).pipe(
    Effect.mapError(({ code }) => failed(`failed with ${String(code)}`)),
    Effect.timeoutOrElse({
      duration: commandTimeout,
      orElse: () => Effect.fail(failed(`did not finish within ${commandTimeout}`))
    })
  )
}

const keyFromFile = ({ value, from }: KeySetting) =>
  readTextFile(value, { acceptsPipes: true }).pipe(
    Effect.map(({ text }) => text),
    Effect.mapError(({ reason }) =>
      keyMissing(`The key file ${value} (${from}) cannot be used: ${reason}.`, "Check that it exists and is readable.")
    )
  )

/** Whether a value is in quotation marks, which Docker keeps when it reads a file of variables. */
export const isQuoted = (text: string): boolean => /^(?:".*"|'.*'|`.*`|“.*”)$/s.test(text)

const read = {
  key: ({ value }: KeySetting) => Effect.succeed(value),
  file: keyFromFile,
  command: keyFromCommand
}

/** Reads the API key and trims line ends. No message contains the key. */
export const readApiKey = Effect.fnUntraced(function* (setting: KeySetting, environment: Environment) {
  const key = (yield* read[setting.kind](setting, environment)).trim()
  if (key === "") return yield* keyMissing(`No API key found in ${setting.from}.`, "Add the key there.")
  if (key.length > maxKeyLength) {
    return yield* usageFailure(`The value from ${setting.from} is too long for an API key.`, "Check the setting.")
  }
  if (isQuoted(key)) {
    return yield* keyMissing(
      `The API key in ${setting.from} is in quotation marks, which are not part of a key.`,
      "Remove them."
    )
  }
  return Redacted.make(key)
})
