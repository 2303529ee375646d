import { element, fold, inline } from "./elements.js"

/**
 * @typedef {import("./contract.js").Operation} Operation
 * @typedef {import("./contract.js").Parameter} Parameter
 * @typedef {ReadonlyArray<{ readonly parameter: Parameter, readonly input: HTMLInputElement | HTMLSelectElement }>} Fields
 */

/** The number of parameter groups that are initially open. */
const openGroups = 4

// `encodeURIComponent` does not encode apostrophes, which would end the quotes in the curl command.
const encoded = (/** @type {string} */ text) => encodeURIComponent(text.toWellFormed()).replaceAll("'", "%27")

/**
 * Creates the field of a parameter: a select, or a text field with suggestions.
 *
 * @param {string} id
 * @param {Parameter} parameter
 * @returns {{ readonly input: HTMLInputElement | HTMLSelectElement, readonly more: ReadonlyArray<Node> }}
 */
const fieldOf = (id, { example, in: location, required, schema }) => {
  const shared = {
    id,
    name: id,
    "aria-describedby": `${id}-about`,
    "aria-required": required === true ? "true" : undefined
  }
  if (schema.enum !== undefined) {
    const choices = schema.enum.map((value) => element("option", { value: String(value) }, String(value)))
    return { input: element("select", shared, element("option", { value: "" }, "not sent"), ...choices), more: [] }
  }
  const listId = schema.examples === undefined ? undefined : `${id}-list`
  const more =
    schema.examples === undefined
      ? []
      : [
          element(
            "datalist",
            { id: `${id}-list` },
            ...schema.examples.map((value) => element("option", { value: String(value) }))
          )
        ]
  const input = element("input", {
    ...shared,
    type: "text",
    inputmode: schema.type === "integer" ? "numeric" : undefined,
    list: listId,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    value: location === "path" ? example : undefined
  })
  return { input, more }
}

/**
 * Creates the form of an operation, with its parameters in groups.
 *
 * @param {Operation} operation
 */
export const formOf = ({ operationId, parameters = [] }) => {
  const fields = parameters.map((parameter, index) => {
    const id = `${operationId}-${index}`
    const { input, more } = fieldOf(id, parameter)
    const example =
      parameter.example === undefined ? [] : [" Example: ", element("code", {}, String(parameter.example))]
    const label = element("label", { for: id }, element("code", {}, parameter.name))
    const about = element("p", { id: `${id}-about`, class: "hint" }, ...inline(parameter.description ?? ""), ...example)
    return { parameter, input, block: element("div", { class: "field" }, label, input, ...more, about) }
  })
  const groups = Array.from(
    Map.groupBy(fields, ({ parameter }) => parameter["x-group"]),
    ([title, members], index) => {
      const inside = element("div", { class: "fields" }, ...members.map(({ block }) => block))
      const isRare = index >= openGroups || members.every(({ parameter }) => parameter.in === "header")
      return isRare
        ? fold("group", [title], [element("fieldset", {}, element("legend", { class: "hidden" }, title), inside)])
        : element("fieldset", { class: "group" }, element("legend", {}, title), inside)
    }
  )
  return { fields, groups }
}

/**
 * Returns the path, query and headers of a form, without the API key.
 *
 * @param {string} path
 * @param {Fields} fields
 */
export const requestOf = (path, fields) => {
  /** @type {Record<string, string>} */
  const headers = {}
  /** @type {Array<string>} */
  const query = []
  let filled = path
  for (const { input, parameter } of fields) {
    if (parameter.in === "path") filled = filled.replace(`{${parameter.name}}`, () => encoded(input.value))
    else if (input.value === "") continue
    else if (parameter.in === "header") headers[parameter.name] = input.value
    else query.push(`${encoded(parameter.name)}=${encoded(input.value)}`)
  }
  return { target: query.length === 0 ? filled : `${filled}?${query.join("&")}`, headers }
}
