/**
 * @typedef {string | number | boolean | ((event: Event) => void) | undefined} Attribute
 * @typedef {Node | string} Child
 */

/**
 * An element with its attributes and children. A function is a listener, `true` an attribute without a value; `false` and
 * nothing are left out. Text stays text, whatever is in it.
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
 * Text where what is between backticks is code.
 *
 * @param {string} text
 * @returns {ReadonlyArray<Child>}
 */
export const inline = (text) =>
  text.split("`").map((part, place) => (place % 2 === 1 ? element("code", {}, part) : part))

/**
 * A description of the contract: paragraphs, lists with a dash, and code between backticks.
 *
 * @param {string} text
 * @returns {ReadonlyArray<HTMLElement>}
 */
export const prose = (text) =>
  text
    .split(/\n{2,}/)
    .map((block) =>
      block.startsWith("- ")
        ? element("ul", {}, ...block.split("\n").map((line) => element("li", {}, ...inline(line.slice(2)))))
        : element("p", {}, ...inline(block))
    )

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/**
 * JSON, indented, its names and values told apart by colour.
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
 * What can be opened and closed.
 *
 * @param {string} className
 * @param {ReadonlyArray<Child>} summary
 * @param {ReadonlyArray<Child>} inside
 * @returns {HTMLDetailsElement}
 */
export const fold = (className, summary, inside) =>
  element("details", { class: className }, element("summary", {}, ...summary), ...inside)
