import { type InvalidQuery, nearestName, noSuchName } from "@public-records/core"
import { Predicate, Schema, SchemaAST } from "effect"

/** A schema of an argument. Its annotation `expected` is a part of the message about another value. */
type Argument = Schema.Codec<unknown>
type Members = Schema.Struct<Readonly<Record<string, Argument>>>
type Problems = InvalidQuery["problems"]

export const Flag = Schema.Boolean.annotate({ expected: "true or false" })
export const Texts = Schema.Array(Schema.String).annotate({ expected: "a list of strings" })

/** A text that is not blank. */
export const filledText = (expected: string) => Schema.String.check(Schema.isPattern(/\S/)).annotate({ expected })

/** An integer from `least` on, or `Infinity`. */
export const integerFrom = (least: number) =>
  Schema.Number.check(
    Schema.makeFilter((value) => value >= least && (Number.isInteger(value) || value === Number.POSITIVE_INFINITY))
  ).annotate({ expected: `an integer of ${least} or more` })

const shown = (value: unknown): string => {
  if (Predicate.isString(value)) return JSON.stringify(value.slice(0, 50))
  if (Predicate.isFunction(value)) return "a function"
  if (!Predicate.isObjectOrArray(value)) return String(value)
  return Array.isArray(value) ? "an array" : "an object"
}

/** Returns the names that a schema of literals accepts. */
const namesOf = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  if (SchemaAST.isUnion(ast)) return ast.types.flatMap(namesOf)
  return SchemaAST.isLiteral(ast) ? [String(ast.literal)] : []
}

/** Returns the annotation `expected`. An optional member is a union with `undefined`, whose first part has the annotation. */
const expectedOf = (ast: SchemaAST.AST): unknown =>
  SchemaAST.resolve(ast)?.["expected"] ?? (SchemaAST.isUnion(ast) ? ast.types.map(expectedOf)[0] : undefined)

/** Returns the problem of an argument or of a member. */
export const argumentProblems = (name: string, schema: Argument, value: unknown): Problems => {
  if (Schema.is(schema)(value)) return []
  const names = namesOf(schema.ast)
  const rule = expectedOf(schema.ast) ?? `one of ${names.join(", ")}`
  const nearest = Predicate.isString(value) ? nearestName(value, names) : undefined
  const advice = nearest === undefined ? "" : ` Did you mean "${nearest}"?`
  return [{ field: name, rule: `${name} must be ${rule}, not ${shown(value)}.${advice}` }]
}

/** Returns the problems of the options of a call: a wrong type, and each unknown, invalid or missing member. */
export const optionProblems = (call: string, { fields }: Members, options: unknown = {}): Problems => {
  if (Object.prototype.toString.call(options) !== "[object Object]" || !Predicate.isObject(options)) {
    const owner = call.replace(/^A /, "a ")
    return [{ field: "options", rule: `The options of ${owner} must be an object, not ${shown(options)}.` }]
  }
  const names = Object.keys(fields)
  const unknown = Object.keys(options).filter((member) => !names.includes(member))
  return [
    ...unknown.map((member) => ({ field: member, rule: noSuchName(`${call} has no option`, member, names) })),
    ...Object.entries(fields).flatMap(([member, schema]) => argumentProblems(member, schema, options[member]))
  ]
}
