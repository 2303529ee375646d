import { type Quirks } from "@public-records/server"
import { Effect } from "effect"
import { type CommandFailure, usageFailure } from "./CommandFailure.ts"
import { didYouMean } from "./nearest.ts"

const names = ["totals", "doubles", "overlaps", "shifted"] as const
type Name = (typeof names)[number]

/** Of the service's records, about so many were seen to be odd. */
const seenShare = 0.02
const seenOverlap = 1
const mostRecordsEarly = 49

type Read = Effect.Effect<Quirks, CommandFailure>

const refuse = (text: string, form: string): Read => Effect.fail(usageFailure(`--quirk ${text}: write ${form}.`))

const isNumber = (text: string): boolean => /^\d{1,9}(?:\.\d{1,9})?$/.test(text)

const share = (text: string, name: "doubles" | "shifted", value: string | undefined): Read => {
  if (value === undefined) return Effect.succeed({ [name]: seenShare })
  return isNumber(value) && Number(value) <= 1
    ? Effect.succeed({ [name]: Number(value) })
    : refuse(text, `a share from 0 to 1, such as ${name}=${seenShare}`)
}

const quirkOf = (text: string, name: Name, value: string | undefined): Read => {
  switch (name) {
    case "totals":
      return value === undefined || value === "stray" || value === "integer"
        ? Effect.succeed({ totals: value ?? "stray" })
        : refuse(text, "totals=stray or totals=integer")
    case "doubles":
    case "shifted":
      return share(text, name, value)
    case "overlaps":
      if (value === undefined) return Effect.succeed({ overlaps: seenOverlap })
      return /^\d{1,2}$/.test(value) && Number(value) <= mostRecordsEarly
        ? Effect.succeed({ overlaps: Number(value) })
        : refuse(text, `a whole number from 0 to ${mostRecordsEarly}, such as overlaps=1`)
  }
}

const readQuirk = (text: string): Read => {
  const equals = text.indexOf("=")
  const asked = equals === -1 ? text : text.slice(0, equals)
  const name = names.find((known) => known === asked)
  return name === undefined
    ? Effect.fail(
        usageFailure(`--quirk: there is no quirk "${asked}"; there are ${names.join(", ")}.${didYouMean(asked, names)}`)
      )
    : quirkOf(text, name, equals === -1 ? undefined : text.slice(equals + 1))
}

/**
 * The quirks of `--quirk`, each a name, or a name and a value: `totals=integer`, `doubles`.
 *
 * **Fails with** a usage failure that names the flag: an unknown quirk, a value that is none, a quirk that is given twice.
 */
export const quirksOf = Effect.fnUntraced(function* (
  texts: ReadonlyArray<string>
): Effect.fn.Return<Quirks, CommandFailure> {
  const quirks = yield* Effect.forEach(texts, readQuirk)
  const given = quirks.flatMap((quirk) => Object.keys(quirk))
  const twice = given.find((name, place) => given.indexOf(name) !== place)
  if (twice !== undefined) return yield* usageFailure(`--quirk ${twice} can be given only once.`)
  return Object.assign({}, ...quirks)
})
