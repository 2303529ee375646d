import { answerOf } from "./answer.js"
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
    : "No whole answer came: the connection failed or was cut. Is the server still running?"

// What a header can carry; anything else cannot be sent.
const headerText = /^[\x20-\x7e]*$/

/**
 * Where answers are shown, one request at a time: a new one cancels the one before it.
 *
 * @param {Operation} operation
 */
const answerPlace = (operation) => {
  const answer = element("div", { class: "answer", role: "region", "aria-label": `Answer to ${operation.summary}` })
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
    status.replaceChildren("Waiting for the answer…")
    answer.setAttribute("aria-busy", "true")
    const { said, shown } = await send(asked, own.signal).then(
      ({ milliseconds, response, text }) => ({
        said: `Answered with ${response.status}.`,
        shown: answerOf(operation, response, text, milliseconds)
      }),
      (failure) => ({ said: sentenceOf(failure), shown: [] })
    )
    if (current !== own) return
    answer.replaceChildren(...shown)
    answer.removeAttribute("aria-busy")
    status.replaceChildren(said)
    cancel.hidden = true
  }
  return { answer, ask, cancel, status }
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
  const { answer, ask, cancel, status } = answerPlace(operation)
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
    answer
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
