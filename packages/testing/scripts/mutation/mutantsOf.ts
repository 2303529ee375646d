import { parseSync } from "vite"
import { Predicate } from "effect"

/** A small mistake: a stretch of the source, and what stands there instead. */
export interface Mutant {
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

const swapped = (code: string, node: Node): ReadonlyArray<Mutant> => {
  const { left, operator, right } = node
  if (!isNode(left) || !isNode(right) || !Predicate.isString(operator)) return []
  if (operator === "+" && (isText(left) || isText(right))) return []
  const at = code.indexOf(operator, left.end)
  return (swaps[operator] ?? []).map((text) => ({ start: at, end: at + operator.length, text }))
}

const forced = (test: unknown): ReadonlyArray<Mutant> =>
  isNode(test) ? ["true", "false"].map((text) => ({ start: test.start, end: test.end, text })) : []

const literal = ({ end, start, value }: Node): ReadonlyArray<Mutant> => {
  if (Predicate.isBoolean(value)) return [{ start, end, text: String(!value) }]
  return Predicate.isNumber(value) ? [{ start, end, text: String(value + 1) }] : []
}

const ownMutants = (code: string, node: Node): ReadonlyArray<Mutant> => {
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
      return isNode(expression) && expression.type === "CallExpression" ? [{ start, end, text: ";" }] : []
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

const within = (code: string, value: unknown): ReadonlyArray<Mutant> => {
  if (Array.isArray(value)) return value.flatMap((one: unknown) => within(code, one))
  if (!isNode(value) || isErased(value)) return []
  return [...ownMutants(code, value), ...Object.values(value).flatMap((child) => within(code, child))]
}

/** Every mutant of a TypeScript source: other operators, conditions, numbers and truths, and calls left out. */
export const mutantsOf = (file: string, code: string): ReadonlyArray<Mutant> =>
  within(code, parseSync(file, code).program.body)
