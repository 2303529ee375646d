import { renderResponse } from "./response.js"
import { element, fold } from "./elements.js"
import { formOf, requestOf } from "./requestForm.js"
import { serverUrl } from "./contract.js"

/**
 * @typedef {import("./contract.js").Operation} Operation
 * @typedef {{ readonly target: string, readonly headers: Readonly<Record<string, string>> }} Asked
 */

/**
 * Sends one request. The key goes into its header and nowhere else.
 *
 * @param {Asked} asked
 * @param {AbortSignal} signal
 */
const send = async ({ headers, target }, signal) => {
  const startedAt = performance.now()
  const response = await fetch(serverUrl + target, { headers, signal, cache: "no-store", credentials: "omit" })
  const text = await response.text()
  return { response, text, milliseconds: performance.now() - startedAt }
}

/** @param {unknown} failure */
const sentenceOf = (failure) =>
  failure instanceof DOMException && failure.name === "AbortError"
    ? "The request was cancelled."
    : "The response is incomplete or missing: the connection failed or was closed. Is the server still running?"

// What a header can carry; anything else cannot be sent.
const headerText = /^[\x20-\x7e]*$/

/**
 * Makes the panel that shows responses. A new request cancels the previous one.
 *
 * @param {Operation} operation
 */
const makeResponsePanel = (operation) => {
  const panel = element("div", { class: "panel", role: "region", "aria-label": `Response to ${operation.summary}` })
  const status = element("p", { class: "live", role: "status" })
  const cancel = element("button", { type: "button", hidden: true }, "Cancel")
  /** @type {AbortController | undefined} */
  let current
  cancel.addEventListener("click", () => current?.abort())

  /** @param {Asked} asked */
  const ask = async (asked) => {
    if (!Object.values(asked.headers).every((value) => headerText.test(value))) {
      status.replaceChildren("The key has a character that no header can carry. Type it again.")
      return
    }
    current?.abort()
    const own = new AbortController()
    current = own
    cancel.hidden = false
    status.replaceChildren("Waiting for the response…")
    panel.setAttribute("aria-busy", "true")
    const { said, shown } = await send(asked, own.signal).then(
      ({ milliseconds, response, text }) => ({
        said: `The server responded with ${response.status}.`,
        shown: renderResponse(operation, response, text, milliseconds)
      }),
      (failure) => ({ said: sentenceOf(failure), shown: [] })
    )
    if (current !== own) return
    panel.replaceChildren(...shown)
    panel.removeAttribute("aria-busy")
    status.replaceChildren(said)
    cancel.hidden = true
  }
  return { ask, cancel, panel, status }
}

/**
 * The same request for a shell. The key is left to the reader.
 *
 * @param {Asked} asked
 * @param {boolean} needsKey
 */
const curlOf = ({ headers, target }, needsKey) => {
  const trust = serverUrl.startsWith("https:") ? " --insecure" : ""
  const key = needsKey ? ' -H "X-Api-Key: $YOUR_KEY"' : ""
  const others = Object.entries(headers).map(([name, value]) => ` -H '${name}: ${value.replaceAll("'", "'\\''")}'`)
  return `curl${trust}${key}${others.join("")} '${serverUrl}${target}'`
}

/**
 * @param {Asked} asked
 * @param {string} key
 */
const withKey = ({ headers, target }, key) => ({
  target,
  headers: key === "" ? headers : { ...headers, "X-Api-Key": key }
})

/**
 * The part of an operation where it is tried.
 *
 * @param {string} path
 * @param {Operation} operation
 * @param {() => string} keyGiven the key as it stands in the page's field
 * @returns {HTMLElement}
 */
export const tryOut = (path, operation, keyGiven) => {
  const { fields, groups } = formOf(operation)
  const { ask, cancel, panel, status } = makeResponsePanel(operation)
  const needsKey = operation.security === undefined
  const line = element("code")
  const curl = element("code")
  const show = () => {
    const asked = requestOf(path, fields)
    line.replaceChildren(element("b", {}, "GET"), ` ${asked.target}`)
    curl.replaceChildren(curlOf(asked, needsKey))
  }
  /** @param {Readonly<Record<string, string>>} parameters */
  const fill = (parameters) => {
    for (const { input, parameter } of fields) input.value = parameters[parameter.name] ?? ""
    show()
  }
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault()
    void ask(withKey(requestOf(path, fields), needsKey ? keyGiven() : ""))
  }
  show()
  const buttons = [
    element("button", { type: "submit", class: "primary" }, "Send request"),
    cancel,
    ...(fields.length === 0 ? [] : [element("button", { type: "button", click: () => fill({}) }, "Clear")]),
    ...(needsKey ? [element("a", { href: "#key" }, "Change the key")] : [])
  ]
  return element(
    "form",
    { class: "try", "aria-label": `Try: ${operation.summary}`, autocomplete: "off", input: show, submit },
    element("h4", {}, "Try it"),
    ...examplesOf(operation, fill),
    ...groups,
    element("pre", { class: "request", tabindex: 0 }, line),
    element("div", { class: "buttons" }, ...buttons),
    fold("curl", ["As a curl command"], [element("pre", { tabindex: 0 }, curl)]),
    status,
    panel
  )
}

/**
 * @param {Operation} operation
 * @param {(parameters: Readonly<Record<string, string>>) => void} fill
 */
const examplesOf = (operation, fill) => {
  const examples = operation["x-example-requests"] ?? []
  if (examples.length === 0) return []
  const buttons = examples.map(({ parameters, summary }) =>
    element("button", { type: "button", class: "chip", click: () => fill(parameters) }, summary)
  )
  return [element("div", { class: "chips" }, element("span", {}, "Fill in:"), ...buttons)]
}
