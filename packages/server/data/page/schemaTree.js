import { element, inline } from "./elements.js"
import { nameOf } from "./contract.js"

/**
 * @typedef {import("./contract.js").Contract} Contract
 * @typedef {import("./contract.js").Schema} Schema
 */

/**
 * What a value may be, in a few words.
 *
 * @param {Schema} schema
 * @returns {string}
 */
const kindOf = (schema) => {
  if (schema.$ref !== undefined) return nameOf(schema.$ref)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" or ")
  if (schema.items !== undefined) return `array of ${kindOf(schema.items)}`
  const either = schema.oneOf ?? schema.anyOf
  return either === undefined ? (schema.type ?? "anything") : either.map(kindOf).join(" or ")
}

/**
 * Replaces a reference by its schema. A description next to the reference wins.
 *
 * @param {Contract} contract
 * @param {Schema} schema
 * @returns {Schema}
 */
const resolve = (contract, { $ref, ...others }) =>
  $ref === undefined ? others : { ...contract.components.schemas[nameOf($ref)], ...others }

/**
 * Joins the names of members that are the only one in their parent, such as `links.self.href`.
 *
 * @param {Contract} contract
 * @param {string} name
 * @param {Schema} member
 * @returns {{ readonly name: string, readonly schema: Schema }}
 */
const alone = (contract, name, member) => {
  const schema = resolve(contract, member)
  const [only, ...others] = Object.entries(schema.properties ?? {})
  if (only === undefined || others.length > 0) return { name, schema }
  const [inner, child] = only
  const description = schema.description ?? child.description
  return alone(contract, `${name}.${inner}`, description === undefined ? child : { ...child, description })
}

/**
 * Returns the members of a schema as nested lists. A reference is expanded where it is used.
 *
 * @param {Contract} contract
 * @param {Schema} schema
 * @returns {ReadonlyArray<HTMLElement>}
 */
export const schemaTree = (contract, schema) => {
  const named = resolve(contract, schema)
  const inside = named.items ?? named
  if (inside !== named) return schemaTree(contract, inside)
  const either = named.oneOf ?? []
  if (either.length > 0) {
    return either.map((one) =>
      element("div", {}, element("p", { class: "kind" }, kindOf(one)), ...schemaTree(contract, one))
    )
  }
  if (named.properties === undefined) return []
  const required = new Set(named.required)
  const list = element("ul", { class: "schema" })
  for (const [first, within] of Object.entries(named.properties)) {
    const { name, schema: member } = alone(contract, first, within)
    const kind = element("span", { class: "kind" }, kindOf(member) + (required.has(first) ? "" : ", may be absent"))
    const about = member.description === undefined ? [] : [element("p", {}, ...inline(member.description))]
    const inside = schemaTree(contract, member)
    list.append(element("li", {}, element("code", { class: "name" }, name), " ", kind, ...about, ...inside))
  }
  return [list]
}
