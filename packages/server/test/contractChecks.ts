import { Ajv2020 } from "ajv/dist/2020.js"
import { Predicate } from "effect"
import { contractOf } from "../src/contract/contract.ts"
import type { Operation, Response } from "../src/contract/OpenApi.ts"
import { type ProfileName, profiles } from "../src/Profile.ts"
import { inProcessUrl } from "../src/InProcess.ts"

/** The contract of a server in process that takes `DEMO_KEY`. */
export const contractFor = (profile: ProfileName) =>
  contractOf({ baseUrl: inProcessUrl, profile: profiles[profile], takesDemoKey: true })

/** Every operation of a contract, by path. */
export const operationsOf = (profile: ProfileName): ReadonlyArray<readonly [string, Operation]> =>
  Object.entries(contractFor(profile).paths).map(([path, { get }]) => [path, get])

/** The same schema, where an object may have no other members than those that are named. */
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed)
  if (!Predicate.isObject(schema)) return schema
  const inside = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]))
  return schema["type"] === "object" && Predicate.isObject(schema["properties"])
    ? { ...inside, additionalProperties: false }
    : inside
}

/** Says what is wrong with an answer to an operation, by its contract; nothing where all is right. */
export const answerProblem = (profile: ProfileName) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  const contract = contractFor(profile)
  ajv.addSchema({ $id: "contract", components: closed({ schemas: contract.components.schemas }) })
  const absolute = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(absolute)
    if (!Predicate.isObject(schema)) return schema
    return Object.fromEntries(
      Object.entries(schema).map(([name, value]) => [
        name,
        name === "$ref" ? `contract${String(value)}` : absolute(value)
      ])
    )
  }
  const problemOf = (schema: object, value: unknown): string | undefined => {
    const check = ajv.compile(Object.assign({}, absolute(schema)))
    return check(value) ? undefined : ajv.errorsText(check.errors)
  }
  return (path: string, status: number, headers: Headers, text: string): string | undefined => {
    const operation = operationsOf(profile).find(([given]) => given === path)?.[1]
    const response: Response | undefined = operation?.responses[String(status)]
    if (response === undefined) return `${path} has no ${status} in the contract`
    for (const name of Object.keys(response.headers ?? {})) {
      const header = contract.components.headers[name]
      if (header === undefined) return `the header ${name} is not described`
      const value = headers.get(name)
      if (value === null && header.required === true) return `${path} ${status} came without ${name}`
      const typed = value !== null && header.schema["type"] === "integer" ? Number(value) : value
      const problem = value === null ? undefined : problemOf(header.schema, typed)
      if (problem !== undefined) return `${path} ${status} ${name}: ${problem}`
    }
    if (response.content === undefined) return text === "" ? undefined : `${path} ${status} has a body`
    const type = headers.get("content-type")?.split(";")[0] ?? ""
    const schema = response.content[type]?.schema
    if (schema === undefined) return `${path} ${status} came as ${type}`
    const problem = problemOf(schema, type.endsWith("json") ? JSON.parse(text) : text)
    return problem === undefined ? undefined : `${path} ${status}: ${problem}`
  }
}
