import { element, inline } from "./elements.js"
import { nameOf } from "./contract.js"

/**
 * @typedef {import("./contract.js").Contract} Contract
 * @typedef {import("./contract.js").Schema} Schema
 */

/**
 * Describes the type of a value briefly.
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
 * Replaces a reference with its schema. A description next to the reference takes precedence.
 *
 * @param {Contract} contract
 * @param {Schema} schema
 * @returns {Schema}
 */
const resolve = (contract, { $ref, ...others }) =>
  $ref === undefined ? others : { ...contract.components.schemas[nameOf($ref)], ...others }

/**
 * Joins the names of nested members without siblings, such as `links.self.href`.
 *
 * @param {Contract} contract
 * @param {string} name
 * @param {Schema} member
 * @returns {{ readonly name: string, readonly schema: Schema }}
 */
const collapseSingleMember = (contract, name, member) => {
  const schema = resolve(contract, member)
  const [only, ...others] = Object.entries(schema.properties ?? {})
  if (only === undefined || others.length > 0) return { name, schema }
  const [inner, child] = only
  const description = schema.description ?? child.description
  return collapseSingleMember(
    contract,
    `${name}.${inner}`,
    description === undefined ? child : { ...child, description }
  )
}

/**
 * Renders the members of a schema as nested lists. References are expanded.
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
    const { name, schema: member } = collapseSingleMember(contract, first, within)
    const kind = element("span", { class: "kind" }, kindOf(member) + (required.has(first) ? "" : ", optional"))
    const about = member.description === undefined ? [] : [element("p", {}, ...inline(member.description))]
    const inside = schemaTree(contract, member)
    list.append(element("li", {}, element("code", { class: "name" }, name), " ", kind, ...about, ...inside))
  }
  return [list]
}
