/**
 * What the page reads of the contract; `/openapi.json` has more.
 *
 * @typedef {{ readonly $ref?: string, readonly type?: string, readonly description?: string, readonly const?: unknown,
 *   readonly enum?: ReadonlyArray<unknown>, readonly default?: unknown, readonly examples?: ReadonlyArray<unknown>,
 *   readonly properties?: Readonly<Record<string, Schema>>, readonly required?: ReadonlyArray<string>,
 *   readonly items?: Schema, readonly oneOf?: ReadonlyArray<Schema>, readonly anyOf?: ReadonlyArray<Schema> }} Schema
 * @typedef {{ readonly $ref: string }} Reference
 * @typedef {{ readonly name: string, readonly in: "path" | "query" | "header", readonly description: string,
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
 * @typedef {{ readonly name: string, readonly in: string, readonly description: string,
 *   readonly "x-default-key"?: string }} KeyPlace
 * @typedef {{ readonly info: { readonly title: string, readonly version: string, readonly summary: string,
 *     readonly description: string },
 *   readonly servers: ReadonlyArray<{ readonly url: string, readonly description: string }>,
 *   readonly tags: ReadonlyArray<{ readonly name: string, readonly description: string }>,
 *   readonly paths: Readonly<Record<string, { readonly get: Operation }>>,
 *   readonly components: { readonly schemas: Readonly<Record<string, Schema>>,
 *     readonly headers: Readonly<Record<string, Header>>, readonly examples: Readonly<Record<string, Example>>,
 *     readonly securitySchemes: Readonly<Record<string, KeyPlace>> } }} Contract
 */

/** The server's own address as this page reaches it, without a slash at its end. */
export const serverUrl = new URL("..", import.meta.url).href.replace(/\/$/, "")

/**
 * Asks the server for its contract.
 *
 * @returns {Promise<Contract>}
 */
export const readContract = async () => {
  const response = await fetch(`${serverUrl}/openapi.json`, { credentials: "omit" })
  if (!response.ok) throw new Error(`The server answered ${response.status} for its contract.`)
  return response.json()
}

/**
 * The last part of a reference, which is the name of what it names.
 *
 * @param {string} reference
 */
export const nameOf = (reference) => reference.slice(reference.lastIndexOf("/") + 1)
