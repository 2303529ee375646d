import { element, fold, inline, jsonBlock, prose } from "./elements.js"
import { nameOf } from "./contract.js"
import { schemaTree } from "./schemaTree.js"
import { tryOut } from "./tryOut.js"

/**
 * @typedef {import("./contract.js").Contract} Contract
 * @typedef {import("./contract.js").Content} Content
 * @typedef {import("./contract.js").Operation} Operation
 * @typedef {import("./contract.js").Response} Response
 */

/**
 * @param {Contract} contract
 * @param {Readonly<Record<string, import("./contract.js").Reference>>} headers
 */
const headerList = (contract, headers) => {
  const rows = Object.keys(headers).map((name) =>
    element(
      "li",
      {},
      element("code", { class: "name" }, name),
      element("p", {}, ...inline(contract.components.headers[name]?.description ?? ""))
    )
  )
  return fold("part", [`Headers (${rows.length})`], [element("ul", { class: "schema" }, ...rows)])
}

/**
 * @param {Contract} contract
 * @param {string} type
 * @param {Content} content
 */
const bodyOf = (contract, type, { examples = {}, schema }) => {
  const shown = Object.values(examples).flatMap(({ $ref }) => {
    const example = contract.components.examples[nameOf($ref)]
    return example === undefined
      ? []
      : [element("h6", {}, "Example: ", ...inline(example.summary)), jsonBlock(example.value)]
  })
  const tree = schemaTree(contract, schema)
  return [
    element("p", { class: "type" }, element("code", {}, type)),
    ...(tree.length === 0 ? [] : [fold("part", ["Members"], tree)]),
    ...shown
  ]
}

/**
 * @param {Contract} contract
 * @param {string} status
 * @param {Response} response
 */
const responseOf = (contract, status, { content = {}, description, headers = {} }) =>
  fold(
    "response",
    [element("span", { class: `code s${status[0]}` }, status), " ", element("span", {}, ...inline(description))],
    [
      ...Object.entries(content).flatMap(([type, body]) => bodyOf(contract, type, body)),
      ...(Object.keys(headers).length === 0 ? [] : [headerList(contract, headers)])
    ]
  )

/**
 * Renders an operation: its description, a form to send requests, and its responses.
 *
 * @param {Contract} contract
 * @param {string} path
 * @param {Operation} operation
 * @param {() => string} keyGiven
 */
export const operationSection = (contract, path, operation, keyGiven) => {
  const { description, operationId, responses, security, summary } = operation
  return element(
    "section",
    { class: "operation", id: operationId, "aria-labelledby": `${operationId}-title` },
    element("h3", { id: `${operationId}-title` }, summary),
    element(
      "p",
      { class: "route" },
      element("span", { class: "method" }, "GET"),
      element("code", {}, ...path.split(/(?<=\/)/).flatMap((part) => [part, element("wbr")])),
      element("span", { class: "needs" }, security === undefined ? "requires a key" : "no key")
    ),
    element("div", { class: "prose" }, ...prose(description)),
    tryOut(path, operation, keyGiven),
    element(
      "div",
      { class: "responses" },
      element("h4", {}, "Responses"),
      ...Object.entries(responses).map(([status, response]) => responseOf(contract, status, response))
    )
  )
}
