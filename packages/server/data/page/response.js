import { element, fold, inline, jsonBlock } from "./elements.js"

/** @param {string} text */
const bodyBlock = (text) => {
  try {
    return jsonBlock(JSON.parse(text))
  } catch {
    return element("pre", { tabindex: 0 }, element("code", {}, text))
  }
}

/**
 * Renders a response: its status with the description from the contract, its headers and its body.
 *
 * @param {import("./contract.js").Operation} operation
 * @param {Response} response
 * @param {string} text
 * @param {number} milliseconds
 */
export const renderResponse = ({ responses }, response, text, milliseconds) => {
  const described = responses[String(response.status)]
  const bytes = new TextEncoder().encode(text).length.toLocaleString("en-US")
  const headers = Array.from(response.headers, ([name, value]) =>
    element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, value))
  )
  return [
    element(
      "p",
      { class: "status" },
      element(
        "strong",
        { class: `code s${Math.floor(response.status / 100)}` },
        `${response.status} ${response.statusText}`.trim()
      ),
      ` in ${Math.round(milliseconds)} ms, ${bytes} bytes`
    ),
    ...(described === undefined ? [] : [element("p", { class: "hint" }, ...inline(described.description))]),
    fold("headers", [`Headers (${headers.length})`], [element("table", {}, element("tbody", {}, ...headers))]),
    ...(text === "" ? [element("p", { class: "hint" }, "The response has no body.")] : [bodyBlock(text)])
  ]
}
