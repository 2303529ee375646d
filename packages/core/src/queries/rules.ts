import type { QueryProblem } from "../PublicRecordsError.ts"
import type { NameOf } from "./QueryReader.ts"

export type Problems = ReadonlyArray<QueryProblem>

/** Some members of a query, read or as typed. */
export type Given<Query> = { readonly [Member in keyof Query]?: unknown }

/** Returns the members of a query that are given, in the order of their names. */
export const givenAmong = <Member extends string>(
  query: { readonly [Name in Member]?: unknown },
  ...names: ReadonlyArray<Member>
): ReadonlyArray<Member> => names.filter((name) => query[name] !== undefined)

/** Returns names in a sentence: `state and area code`. */
export const listed = (names: ReadonlyArray<string>, nameOf: NameOf): string =>
  names.map((name) => nameOf(name)).join(" and ")

/** Returns the problem of a member, if it breaks a rule. */
export const problem = (isBroken: boolean, field: string, rule: string): Problems => (isBroken ? [{ field, rule }] : [])

/** Returns the problem of each member that only local records can answer. */
export const onlyLocal = (members: ReadonlyArray<string>, nameOf: NameOf): Problems =>
  members.map((field) => ({
    field,
    rule: `The service has no filter for ${nameOf(field)}, but a local mirror has one. Remove it.`
  }))
