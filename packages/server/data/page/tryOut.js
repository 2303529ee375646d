import { renderResponse } from "./response.js"
import { element, fold } from "./elements.js"
import { formOf, requestOf } from "./requestForm.js"
import { serverUrl } from "./contract.js"

/**
 * @typedef {import("./contract.js").Operation} Operation
 * @typedef {{ readonly target: string, readonly headers: Readonly<Record<string, string>> }} RequestParts
 */

/**
 * Sends a request. The key is only in its header.
 *
 * @param {RequestParts} request
 * @param {AbortSignal} signal
 */
const send = async ({ headers, target }, signal) => {
  const startedAt = performance.now()
  const response = await fetch(serverUrl + target, { headers, signal, cache: "no-store", credentials: "omit" })
  const text = await response.text()
  return { response, text, milliseconds: performance.now() - startedAt }
}

/** @param {unknown} failure */
const failureMessage = (failure) =>
  failure instanceof DOMException && failure.name === "AbortError"
    ? "The request was canceled."
    : "The response is incomplete or missing: the connection failed or was closed. Check that the server is running."

// The characters that a header can carry.
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

  /** @param {RequestParts} request */
  const sendAndShow = async (request) => {
    if (!Object.values(request.headers).every((value) => headerText.test(value))) {
      status.replaceChildren("The key contains a character that no header can carry. Enter it again.")
      return
    }
    current?.abort()
    const controller = new AbortController()
    current = controller
    cancel.hidden = false
    status.replaceChildren("Waiting for the response…")
    panel.setAttribute("aria-busy", "true")
    const { message, shown } = await send(request, controller.signal).then(
      ({ milliseconds, response, text }) => ({
        message: `The server responded with ${response.status}.`,
        shown: renderResponse(operation, response, text, milliseconds)
      }),
      (failure) => ({ message: failureMessage(failure), shown: [] })
    )
    if (current !== controller) return
    panel.replaceChildren(...shown)
    panel.removeAttribute("aria-busy")
    status.replaceChildren(message)
    cancel.hidden = true
  }
  return { sendAndShow, cancel, panel, status }
}

/**
 * Returns the curl command of a request, with a variable instead of the API key.
 *
 * @param {RequestParts} request
 * @param {boolean} needsKey
 */
const curlOf = ({ headers, target }, needsKey) => {
  const trust = serverUrl.startsWith("https:") ? " --insecure" : ""
  const key = needsKey ? ' -H "X-Api-Key: $YOUR_KEY"' : ""
  const others = Object.entries(headers).map(([name, value]) => ` -H '${name}: ${value.replaceAll("'", "'\\''")}'`)
  return `curl${trust}${key}${others.join("")} '${serverUrl}${target}'`
}

/**
 * @param {RequestParts} request
 * @param {string} key
 */
const withKey = ({ headers, target }, key) => ({
  target,
  headers: key === "" ? headers : { ...headers, "X-Api-Key": key }
})

/**
 * Creates the form that sends requests for an operation.
 *
 * @param {string} path
 * @param {Operation} operation
 * @param {() => string} keyGiven returns the key in the page's field
 * @returns {HTMLElement}
 */
export const tryOut = (path, operation, keyGiven) => {
  const { fields, groups } = formOf(operation)
  const { cancel, panel, sendAndShow, status } = makeResponsePanel(operation)
  const needsKey = operation.security === undefined
  const line = element("code")
  const curl = element("code")
  const show = () => {
    const request = requestOf(path, fields)
    line.replaceChildren(element("b", {}, "GET"), ` ${request.target}`)
    curl.replaceChildren(curlOf(request, needsKey))
  }
  /** @param {Readonly<Record<string, string>>} parameters */
  const fill = (parameters) => {
    for (const { input, parameter } of fields) input.value = parameters[parameter.name] ?? ""
    show()
  }
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault()
    void sendAndShow(withKey(requestOf(path, fields), needsKey ? keyGiven() : ""))
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
  return [element("div", { class: "chips" }, element("span", {}, "Examples:"), ...buttons)]
}
