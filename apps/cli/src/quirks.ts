import { type Quirks } from "@public-records/server"
import { Effect } from "effect"
import { type CommandFailure, usageFailure } from "./CommandFailure.ts"
import { didYouMean } from "./nearest.ts"

type Read = Effect.Effect<Quirks, CommandFailure>

/** Reads the value of a quirk, or uses the default if the value is absent. `text` is the quirk as the user wrote it. */
type ReadQuirk = (value: string | undefined, text: string) => Read

const reject = (text: string, format: string): Read => Effect.fail(usageFailure(`--quirk ${text}: write ${format}.`))

const oneOf =
  (name: "totals", choices: readonly ["stray", "integer"]): ReadQuirk =>
  (value = choices[0], text) => {
    const choice = choices.find((known) => known === value)
    return choice === undefined
      ? reject(text, choices.map((known) => `${name}=${known}`).join(" or "))
      : Effect.succeed({ [name]: choice })
  }

const share =
  (name: "doubles" | "shifted" | "holes", usual: number): ReadQuirk =>
  (value = String(usual), text) =>
    /^\d{1,9}(?:\.\d{1,9})?$/.test(value) && Number(value) <= 1
      ? Effect.succeed({ [name]: Number(value) })
      : reject(text, `a share from 0 to 1, such as ${name}=${usual}`)

const integer =
  (name: "copies" | "overlaps", usual: number, from: number, to: number): ReadQuirk =>
  (value = String(usual), text) =>
    /^\d{1,2}$/.test(value) && Number(value) >= from && Number(value) <= to
      ? Effect.succeed({ [name]: Number(value) })
      : reject(text, `an integer from ${from} to ${to}, such as ${name}=${usual}`)

const flag =
  (member: "oldPages" | "emptyWeekends" | "listedErrors"): ReadQuirk =>
  (value, text) =>
    value === undefined ? Effect.succeed({ [member]: true }) : reject(text, `${text.split("=", 1)[0]} without a value`)

/** The quirks by the names that `--quirk` takes. */
const quirks: ReadonlyMap<string, ReadQuirk> = new Map([
  ["totals", oneOf("totals", ["stray", "integer"])],
  ["doubles", share("doubles", 0.02)],
  ["copies", integer("copies", 2, 1, 4)],
  ["overlaps", integer("overlaps", 1, 0, 49)],
  ["shifted", share("shifted", 0.02)],
  ["old-pages", flag("oldPages")],
  ["empty-weekends", flag("emptyWeekends")],
  ["holes", share("holes", 0.25)],
  ["listed-errors", flag("listedErrors")]
])

const readQuirk = (text: string): Read => {
  const equals = text.indexOf("=")
  const name = equals === -1 ? text : text.slice(0, equals)
  const read = quirks.get(name)
  if (read !== undefined) return read(equals === -1 ? undefined : text.slice(equals + 1), text)
  const names = Array.from(quirks.keys())
  const message = `--quirk: there is no quirk "${name}". Quirks: ${names.join(", ")}.${didYouMean(name, names)}`
  return Effect.fail(usageFailure(message))
}

/**
 * Reads the values of `--quirk`: a name, or a name and a value, such as `totals=integer` or `doubles`.
 *
 * **Fails with** a usage failure for an unknown quirk, an invalid value, or a quirk that is given twice.
 */
export const quirksOf = Effect.fnUntraced(function* (
  texts: ReadonlyArray<string>
): Effect.fn.Return<Quirks, CommandFailure> {
  const read = yield* Effect.forEach(texts, readQuirk)
  const names = texts.map((text) => text.split("=", 1)[0])
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) return yield* usageFailure(`--quirk ${twice} can be given only once.`)
  return Object.assign({}, ...read)
})
