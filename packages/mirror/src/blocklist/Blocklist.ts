import type { CivilDate } from "@public-records/core"
import { Schema } from "effect"
import { Flag, Texts } from "../argumentProblems.ts"

/** A count of a rule. `makeBlocklist` checks its limits. */
const AnyNumber = Schema.Number.annotate({ expected: "a number" })

/** Which numbers a block list has. The defaults are strict, because a list of numbers is an accusation. */
export const BlocklistRule = Schema.Struct({
  /** The window: the last days of the mirror, its newest day included. @default 90 */
  days: Schema.optional(AnyNumber),
  /** The reports that a number needs, at least 2. @default 3 */
  min: Schema.optional(AnyNumber),
  /** The places, pairs of state and area code, that a number must be reported from. @default 2 */
  places: Schema.optional(AnyNumber),
  /** The most numbers that the list may have: those with the highest score. @default all */
  limit: Schema.optional(AnyNumber),
  /** Numbers that are never listed, in any form in which people type them. */
  allow: Schema.optional(Texts),
  /** The ten digits of each number of the last list. `readBlocklist` returns them. */
  previous: Schema.optional(Texts),
  /** Creates a list that would be refused, unless the mirror is empty. @default false */
  force: Schema.optional(Flag)
})
export interface BlocklistRule extends Schema.Schema.Type<typeof BlocklistRule> {}

/** A number of a block list. `first` and `last` are days of creation. */
export interface ListedNumber {
  /** Ten digits. */
  readonly number: string
  /** The sum over the reports of 0.5^(age / 30 days), with six significant digits. The age is that on the newest day of the mirror. */
  readonly score: number
  readonly reports: number
  readonly places: number
  readonly first: CivilDate
  readonly last: CivilDate
}

/** A block list, the highest score first. */
export interface Blocklist {
  readonly rule: {
    readonly days: number
    readonly min: number
    readonly places: number
    readonly halfLifeDays: number
    readonly limit?: number
    /** How many different numbers are allowed. */
    readonly allowed: number
  }
  readonly numbers: ReadonlyArray<ListedNumber>
  /** The numbers with enough reports that are not listed. `invalid`, `tooFewPlaces` and `overLimit` count numbers. */
  readonly omitted: {
    readonly tooFewPlaces: number
    readonly invalid: number
    readonly overLimit: number
    /** Public lines of authorities, help lines and companies. */
    readonly protected: ReadonlyArray<{ readonly number: string; readonly owner: string; readonly reports: number }>
    readonly allowed: ReadonlyArray<{ readonly number: string; readonly reports: number }>
  }
  /** The differences to the last list, in ascending order, or `null` if there is no last list. */
  readonly changes: {
    readonly previous: number
    readonly added: ReadonlyArray<string>
    readonly removed: ReadonlyArray<string>
  } | null
  /** The reasons why the list would have been refused without `force`. */
  readonly forced: ReadonlyArray<string>
}

/** The error of a block list that should not be published. Each reason is a sentence. */
export class BlocklistRefused extends Schema.TaggedError<BlocklistRefused>()("BlocklistRefused", {
  reasons: Schema.Array(Schema.String)
}) {
  override get message(): string {
    return `The block list is refused. ${this.reasons.join(" ")}`
  }
}
