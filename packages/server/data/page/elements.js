/**
 * @typedef {string | number | boolean | ((event: Event) => void) | undefined} Attribute
 * @typedef {Node | string} Child
 */

/**
 * Creates an element. A function as an attribute is an event listener, `true` an attribute without a value. `false` and
 * `undefined` are omitted. String children are text and never parsed as HTML.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Readonly<Record<string, Attribute>>} [attributes]
 * @param {ReadonlyArray<Child>} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export const element = (tag, attributes = {}, ...children) => {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value)
    else if (value === true) made.setAttribute(name, "")
    else if (value !== undefined && value !== false) made.setAttribute(name, String(value))
  }
  made.append(...children)
  return made
}

/**
 * Converts a string to text and code. Code is in backticks.
 *
 * @param {string} text
 * @returns {ReadonlyArray<Child>}
 */
export const inline = (text) =>
  text.split("`").map((part, index) => (index % 2 === 1 ? element("code", {}, part) : part))

/**
 * Renders a description in the contract: paragraphs, lists with dashes, and code in backticks.
 *
 * @param {string} text
 * @returns {ReadonlyArray<HTMLElement>}
 */
export const prose = (text) =>
  text
    .trim()
    .split(/\n{2,}/)
    .map((block) =>
      block.startsWith("- ")
        ? element("ul", {}, ...block.split("\n").map((line) => element("li", {}, ...inline(line.slice(2)))))
        : element("p", {}, ...inline(block))
    )

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/**
 * Renders indented JSON with different colors for names and values.
 *
 * @param {unknown} value
 * @returns {HTMLElement}
 */
export const jsonBlock = (value) => {
  const text = JSON.stringify(value, undefined, 2)
  const code = element("code")
  let end = 0
  for (const found of text.matchAll(token)) {
    const [whole, string, colon] = found
    const kind = colon !== undefined ? "name" : string === undefined ? "literal" : "string"
    code.append(text.slice(end, found.index), element("span", { class: kind }, string ?? whole), colon ?? "")
    end = found.index + whole.length
  }
  code.append(text.slice(end))
  return element("pre", { tabindex: 0 }, code)
}

/**
 * Creates a collapsible section.
 *
 * @param {string} className
 * @param {ReadonlyArray<Child>} summary
 * @param {ReadonlyArray<Child>} inside
 * @returns {HTMLDetailsElement}
 */
export const fold = (className, summary, inside) =>
  element("details", { class: className }, element("summary", {}, ...summary), ...inside)
