/**
 * The parts of the contract that the page uses. References to shared parameters and responses are already resolved.
 *
 * @typedef {{ readonly $ref?: string, readonly type?: string, readonly description?: string, readonly const?: unknown,
 *   readonly enum?: ReadonlyArray<unknown>, readonly default?: unknown, readonly examples?: ReadonlyArray<unknown>,
 *   readonly properties?: Readonly<Record<string, Schema>>, readonly required?: ReadonlyArray<string>,
 *   readonly items?: Schema, readonly oneOf?: ReadonlyArray<Schema>, readonly anyOf?: ReadonlyArray<Schema> }} Schema
 * @typedef {{ readonly $ref: string }} Reference
 * @typedef {{ readonly name: string, readonly in: "path" | "query" | "header", readonly description?: string,
 *   readonly required?: boolean, readonly schema: Schema, readonly example?: string | number,
 *   readonly "x-group": string }} Parameter
 * @typedef {{ readonly summary: string, readonly value: unknown }} Example
 * @typedef {{ readonly schema: Schema, readonly examples?: Readonly<Record<string, Reference>> }} Content
 * @typedef {{ readonly description: string, readonly schema: Schema, readonly required?: boolean }} Header
 * @typedef {{ readonly description: string, readonly headers?: Readonly<Record<string, Reference>>,
 *   readonly content?: Readonly<Record<string, Content>> }} Response
 * @typedef {{ readonly summary: string, readonly parameters: Readonly<Record<string, string>> }} ExampleRequest
 * @typedef {{ readonly operationId: string, readonly tags: ReadonlyArray<string>, readonly summary: string,
 *   readonly description: string, readonly security?: ReadonlyArray<unknown>,
 *   readonly parameters?: ReadonlyArray<Parameter>, readonly responses: Readonly<Record<string, Response>>,
 *   readonly "x-example-requests"?: ReadonlyArray<ExampleRequest> }} Operation
 * @typedef {{ readonly name: string, readonly in: string, readonly description: string }} KeyLocation
 * @typedef {{ readonly info: { readonly title: string, readonly version: string, readonly summary: string,
 *     readonly description: string },
 *   readonly servers: ReadonlyArray<{ readonly url: string, readonly description: string }>,
 *   readonly tags: ReadonlyArray<{ readonly name: string, readonly description: string }>,
 *   readonly "x-default-key"?: string,
 *   readonly paths: Readonly<Record<string, { readonly get: Operation }>>,
 *   readonly components: { readonly schemas: Readonly<Record<string, Schema>>,
 *     readonly headers: Readonly<Record<string, Header>>, readonly examples: Readonly<Record<string, Example>>,
 *     readonly securitySchemes: Readonly<Record<string, KeyLocation>> } }} Contract
 */

/** The base URL of the server that served this page, without a trailing slash. */
export const serverUrl = new URL("..", import.meta.url).href.replace(/\/$/, "")

/**
 * Resolves references to shared parameters and responses.
 *
 * @param {any} contract
 * @returns {Contract}
 */
const resolved = ({ components, paths, ...others }) => {
  /** @param {any} part */
  const resolve = (part) => (part.$ref === undefined ? part : components[part.$ref.split("/")[2]][nameOf(part.$ref)])
  for (const { get } of Object.values(paths)) {
    get.parameters = get.parameters?.map(resolve)
    for (const status of Object.keys(get.responses)) get.responses[status] = resolve(get.responses[status])
  }
  return { components, paths, ...others }
}

/**
 * Requests the contract from the server.
 *
 * @returns {Promise<Contract>}
 */
export const readContract = async () => {
  const response = await fetch(`${serverUrl}/openapi.json`, { credentials: "omit" })
  if (!response.ok) throw new Error(`The server responded with ${response.status} to the request for its contract.`)
  return resolved(await response.json())
}

/**
 * Returns the last part of a reference, the name of its target.
 *
 * @param {string} reference
 */
export const nameOf = (reference) => reference.slice(reference.lastIndexOf("/") + 1)
