import type { Profile } from "../Profile.ts"

/** A reference to a named part of the contract, such as `#/components/schemas/Complaint`. */
export type Reference = { readonly $ref: string }

/** A schema in JSON Schema's dialect 2020-12, which OpenAPI 3.1 uses. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** One parameter of an operation. */
export interface Parameter {
  readonly name: string
  readonly in: "path" | "query" | "header"
  readonly required?: boolean
  readonly description: string
  readonly schema: JsonSchema
  readonly example?: string | number
  /** Under which heading a page shows it. */
  readonly "x-group": string
}

/** A body as an example, and what brings it about. */
export interface Example {
  readonly summary: string
  readonly value: unknown
}

/** A header of a response. */
export interface Header {
  readonly description: string
  readonly required?: boolean
  readonly schema: JsonSchema
  readonly example?: string | number
}

/** What one status brings. */
export interface Response {
  readonly description: string
  readonly headers?: Readonly<Record<string, Reference>>
  readonly content?: Readonly<
    Record<string, { readonly schema: JsonSchema; readonly examples?: Readonly<Record<string, Reference>> }>
  >
}

/** A request that the bundled data answer with records: the parameters by name. */
export interface ExampleRequest {
  readonly summary: string
  readonly parameters: Readonly<Record<string, string>>
}

/** A `GET`; every operation of the service is one. */
export interface Operation {
  readonly operationId: string
  readonly tags: ReadonlyArray<string>
  readonly summary: string
  readonly description: string
  readonly security?: ReadonlyArray<Readonly<Record<string, ReadonlyArray<string>>>>
  readonly parameters?: ReadonlyArray<Parameter>
  readonly responses: Readonly<Record<string, Response>>
  readonly "x-example-requests"?: ReadonlyArray<ExampleRequest>
}

/** What a contract depends on: it is that of one running server. */
export interface ContractSubject {
  readonly baseUrl: string
  readonly profile: Profile
  /** Whether the server takes the published key `DEMO_KEY`. */
  readonly takesDemoKey: boolean
}

/** A reference to a schema of the contract. */
export const schemaRef = (name: string): Reference => ({ $ref: `#/components/schemas/${name}` })

/** References to examples of the contract, under their own names. */
export const exampleRefs = (...names: ReadonlyArray<string>): Readonly<Record<string, Reference>> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${name}` }]))

/** References to headers of the contract, under the names they are sent by. */
export const headerRefs = (...names: ReadonlyArray<string>): Readonly<Record<string, Reference>> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
