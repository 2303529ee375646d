import { parseSync } from "vite"
import { Predicate } from "effect"

/** A small mistake: a stretch of the source, and what stands there instead. */
export interface Mutant extends Mistake {
  /** What runs where the mistake is noticed; nothing for the name of a property. */
  readonly reach: Stretch | undefined
}

/** An expression of the source. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

/** A stretch of the source, and what stands there instead. */
interface Mistake {
  readonly start: number
  readonly end: number
  readonly text: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  Predicate.isObject(value) &&
  Predicate.hasProperty(value, "type") &&
  Predicate.isString(value.type) &&
  Predicate.hasProperty(value, "start") &&
  Predicate.isNumber(value.start) &&
  Predicate.hasProperty(value, "end") &&
  Predicate.isNumber(value.end)

const swaps: Readonly<Record<string, ReadonlyArray<string>>> = {
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "&&": ["||"],
  "||": ["&&"],
  "??": ["&&"],
  "+=": ["-="],
  "-=": ["+="],
  "++": ["--"],
  "--": ["++"],
  ">>>": ["<<"],
  "&": ["|"]
}

/** What is no code that runs. */
const isErased = ({ type }: Node): boolean =>
  (type.startsWith("TS") && !/^TS(As|Satisfies|NonNull)/.test(type)) || type === "ImportDeclaration"

const isText = (node: unknown): boolean =>
  isNode(node) && (node.type === "TemplateLiteral" || (node.type === "Literal" && Predicate.isString(node["value"])))

const swapped = (code: string, node: Node): ReadonlyArray<Mistake> => {
  const { left, operator, right } = node
  if (!isNode(left) || !isNode(right) || !Predicate.isString(operator)) return []
  if (operator === "+" && (isText(left) || isText(right))) return []
  const at = code.indexOf(operator, left.end)
  return (swaps[operator] ?? []).map((text) => ({ start: at, end: at + operator.length, text }))
}

const forced = (test: unknown): ReadonlyArray<Mistake> =>
  isNode(test) ? ["true", "false"].map((text) => ({ start: test.start, end: test.end, text })) : []

const literal = ({ end, start, value }: Node): ReadonlyArray<Mistake> => {
  if (Predicate.isBoolean(value)) return [{ start, end, text: String(!value) }]
  return Predicate.isNumber(value) ? [{ start, end, text: String(value + 1) }] : []
}

const ownMutants = (code: string, node: Node): ReadonlyArray<Mistake> => {
  const { argument, end, expression, operator, start, test } = node
  switch (node.type) {
    case "BinaryExpression":
    case "LogicalExpression":
    case "AssignmentExpression":
      return swapped(code, node)
    case "IfStatement":
    case "ConditionalExpression":
      return forced(test)
    case "UnaryExpression":
      return operator === "!" && isNode(argument)
        ? [{ start, end, text: code.slice(argument.start, argument.end) }]
        : []
    case "UpdateExpression": {
      const written = code.slice(start, end)
      const [other] = Predicate.isString(operator) ? (swaps[operator] ?? []) : []
      return other === undefined ? [] : [{ start, end, text: written.replace(String(operator), other) }]
    }
    case "ExpressionStatement":
      return isNode(expression) && expression.type === "CallExpression"
        ? [{ start, end: expression.end, text: "undefined" }]
        : []
    case "Literal":
      return literal(node)
    case "MemberExpression": {
      const written = code.slice(start, end)
      if (written === "Math.min") return [{ start, end, text: "Math.max" }]
      return written === "Math.max" ? [{ start, end, text: "Math.min" }] : []
    }
    default:
      return []
  }
}

/** A condition is reached before what it decides. */
const reachOf = ({ end, expression, start, test, type }: Node): Stretch => {
  if (isNode(test) && (type === "IfStatement" || type === "ConditionalExpression")) return test
  return type === "ExpressionStatement" && isNode(expression) ? expression : { start, end }
}

const within = (code: string, value: unknown, isName: boolean): ReadonlyArray<Mutant> => {
  if (Array.isArray(value)) return value.flatMap((one: unknown) => within(code, one, isName))
  if (!isNode(value) || isErased(value)) return []
  const reach = isName ? undefined : reachOf(value)
  const own = ownMutants(code, value).map((mistake): Mutant => Object.assign({ reach }, mistake))
  const inside = Object.entries(value).flatMap(([member, child]) =>
    within(code, child, member === "key" && value["computed"] !== true)
  )
  return [...own, ...inside]
}

const statements = (value: unknown): ReadonlyArray<Stretch> => {
  if (Array.isArray(value)) return value.flatMap(statements)
  if (!isNode(value)) return []
  return [...(value.type === "ExpressionStatement" ? [value] : []), ...Object.values(value).flatMap(statements)]
}

/** The expressions that stand alone as statements. */
export const statementsOf = (file: string, code: string): ReadonlyArray<Stretch> =>
  statements(parseSync(file, code).program.body)

/** The source with a mistake. */
export const mistaken = (code: string, { end, start, text }: Mistake): string =>
  code.slice(0, start) + text + code.slice(end)

/** Every mutant of a TypeScript source: other operators, conditions, numbers and truths, and calls left out. */
export const mutantsOf = (file: string, code: string): ReadonlyArray<Mutant> =>
  within(code, parseSync(file, code).program.body, false).filter(
    (mutant) => parseSync(file, mistaken(code, mutant)).errors.length === 0
  )
