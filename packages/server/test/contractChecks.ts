import { readFileSync } from "node:fs"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Predicate, Schema } from "effect"
import { load } from "js-yaml"
import { bundledFolder } from "../src/bundledFolder.ts"
import { at } from "./requests.ts"

/** The contract, parsed from `openapi.yaml`. */
export const document: unknown = load(readFileSync(new URL("openapi.yaml", bundledFolder), "utf8"))

const mapMembers = (json: unknown, map: (value: unknown, name: string) => unknown): unknown => {
  if (Array.isArray(json)) return json.map((value, index) => map(value, String(index)))
  if (!Predicate.isObject(json)) return json
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, map(value, name)]))
}

/** Resolves references to shared parameters and responses. */
const resolved = (json: unknown): unknown => {
  const reference = Predicate.isObject(json) ? String(json["$ref"]) : ""
  return /^#\/components\/(?:parameters|responses)\//.test(reference)
    ? at(document, ...reference.split("/").slice(1))
    : mapMembers(json, resolved)
}

const map = <A>(values: Schema.Codec<A, unknown>) => Schema.Record(Schema.String, values)
const JsonSchema = map(Schema.Unknown)

const Parameter = Schema.Struct({
  name: Schema.String,
  in: Schema.Literals(["path", "query", "header"]),
  schema: JsonSchema,
  example: Schema.optionalKey(Schema.Union([Schema.String, Schema.Number]))
})

const Response = Schema.Struct({
  headers: Schema.optionalKey(JsonSchema),
  content: Schema.optionalKey(map(Schema.Struct({ schema: JsonSchema, examples: Schema.optionalKey(JsonSchema) })))
})

const Operation = Schema.Struct({
  operationId: Schema.String,
  parameters: Schema.optionalKey(Schema.Array(Parameter)),
  responses: map(Response),
  "x-example-requests": Schema.optionalKey(
    Schema.Array(Schema.Struct({ summary: Schema.String, parameters: map(Schema.String) }))
  )
})

const Contract = Schema.Struct({
  paths: map(Schema.Struct({ get: Operation })),
  components: Schema.Struct({
    schemas: JsonSchema,
    headers: map(Schema.Struct({ required: Schema.optionalKey(Schema.Boolean), schema: JsonSchema })),
    examples: map(Schema.Struct({ value: Schema.Unknown }))
  })
})

const contract = Schema.decodeUnknownSync(Contract)(resolved(document))

/** Every operation of the contract with its path. */
export const operations = Object.entries(contract.paths).map(([path, { get }]) => [path, get] as const)

/** The examples of responses, by name. */
export const { examples } = contract.components

/** Forbids all members that a schema does not name. */
const closed = (schema: unknown): unknown => {
  const inside = mapMembers(schema, closed)
  return Predicate.isObject(inside) && inside["type"] === "object" && Predicate.isObject(inside["properties"])
    ? { ...inside, additionalProperties: false }
    : inside
}

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
ajv.addSchema({ $id: "contract", components: closed({ schemas: contract.components.schemas }) })

const absolute = (schema: unknown): unknown =>
  mapMembers(schema, (value, name) => (name === "$ref" ? `contract${String(value)}` : absolute(value)))

const problemOf = (schema: object, value: unknown): string | undefined => {
  const isValid = ajv.compile(Object.assign({}, absolute(schema)))
  return isValid(value) ? undefined : ajv.errorsText(isValid.errors)
}

const headerProblem = (name: string, headers: Headers): string | undefined => {
  const header = contract.components.headers[name]
  if (header === undefined) return "is not described"
  const value = headers.get(name)
  if (value === null) return header.required === true ? "is missing" : undefined
  return problemOf(header.schema, header.schema["type"] === "integer" ? Number(value) : value)
}

/** Returns how a response breaks the contract, or `undefined` if it does not. */
export const responseProblem = (path: string, status: number, headers: Headers, text: string): string | undefined => {
  const response = contract.paths[path]?.get.responses[String(status)]
  if (response === undefined) return `${path} has no ${status} in the contract`
  for (const name of Object.keys(response.headers ?? {})) {
    const problem = headerProblem(name, headers)
    if (problem !== undefined) return `${path} ${status}: the header ${name} ${problem}`
  }
  if (response.content === undefined) return text === "" ? undefined : `${path} ${status} has a body`
  const type = headers.get("content-type")?.split(";")[0] ?? ""
  const schema = response.content[type]?.schema
  if (schema === undefined) return `${path} ${status} has the content type ${type}`
  const problem = problemOf(schema, type.endsWith("json") ? JSON.parse(text) : text)
  return problem === undefined ? undefined : `${path} ${status}: ${problem}`
}
