import { element, inline, prose } from "./elements.js"
import { readContract, serverUrl } from "./contract.js"
import { operationSection } from "./operation.js"

/**
 * @typedef {import("./contract.js").Contract} Contract
 */

/** @param {string} id */
const container = (id) => document.getElementById(id) ?? document.body

/** @param {HTMLInputElement} input */
const showButton = (input) => {
  const button = element("button", { type: "button", "aria-pressed": "false", "aria-label": "Show the key" }, "Show")
  button.addEventListener("click", () => {
    const isShown = input.type === "password"
    input.type = isShown ? "text" : "password"
    button.setAttribute("aria-pressed", String(isShown))
  })
  return button
}

/** @param {import("./contract.js").KeyLocation} location */
const keyLocation = ({ description, in: where, name }) =>
  element(
    "li",
    {},
    where === "header" ? "Header " : "Parameter ",
    element("code", {}, name),
    ": ",
    ...inline(description)
  )

/**
 * Creates the field for the API key. The key is never stored or put in a URL.
 *
 * @param {Contract} contract
 */
const keyField = ({ components, "x-default-key": published }) => {
  const locations = Object.values(components.securitySchemes)
  const input = element("input", {
    id: "key",
    type: "password",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "aria-describedby": "key-about",
    value: published
  })
  const open = published === undefined ? "" : `This server accepts the published key ${published}. `
  const hint = `${open}The page sends the key in the header X-Api-Key and does not store it.`
  const block = element(
    "section",
    { class: "key", "aria-labelledby": "key-title" },
    element("h2", { id: "key-title" }, "Your key"),
    element("div", { class: "keyline" }, element("label", { for: "key" }, "API key"), input, showButton(input)),
    element("p", { id: "key-about", class: "hint" }, hint),
    element("ul", { class: "places" }, ...locations.map(keyLocation))
  )
  return { block, given: () => input.value }
}

/** @param {Contract} contract */
const contents = ({ paths, tags }) => {
  const list = tags.map(({ name }) =>
    element(
      "li",
      {},
      element("span", { class: "tag" }, name),
      element(
        "ul",
        {},
        ...Object.values(paths)
          .filter(({ get }) => get.tags.includes(name))
          .map(({ get }) => element("li", {}, element("a", { href: `#${get.operationId}` }, get.summary)))
      )
    )
  )
  const details = element("details", {}, element("summary", {}, "Contents"), element("ul", {}, ...list))
  const wide = matchMedia("(min-width: 60rem)")
  const follow = () => {
    details.open = wide.matches
  }
  follow()
  wide.addEventListener("change", follow)
  return details
}

// If the server rejects plain HTTP, all requests from this page fail with 400.
const plainHttpNote = () =>
  element(
    "p",
    { class: "note" },
    "This page was loaded over plain HTTP. Unless the server allows that, the data sets reject it with 400."
  )

/** @param {Contract} contract */
const show = (contract) => {
  const { info, paths, servers, tags } = contract
  const { block, given } = keyField(contract)
  container("masthead").replaceChildren(
    element("p", { class: "eyebrow" }, ...inline(servers[0]?.description ?? "")),
    element("h1", {}, info.title),
    element("p", { class: "lead" }, info.summary),
    element("p", { class: "address" }, element("code", {}, serverUrl), ` · version ${info.version}`)
  )
  container("contents").replaceChildren(contents(contract))
  const sections = tags.map(({ description, name }) =>
    element(
      "section",
      { class: "tagged" },
      element("h2", {}, name),
      element("p", { class: "lead" }, ...inline(description)),
      ...Object.entries(paths)
        .filter(([, { get }]) => get.tags.includes(name))
        .map(([path, { get }]) => operationSection(contract, path, get, given))
    )
  )
  container("contract").replaceChildren(
    ...(serverUrl.startsWith("http:") ? [plainHttpNote()] : []),
    element("section", { class: "prose about" }, ...prose(info.description)),
    block,
    ...sections
  )
  // The browser looked for the target of the URL before the sections existed.
  if (location.hash !== "") document.getElementById(location.hash.slice(1))?.scrollIntoView()
}

try {
  show(await readContract())
} catch {
  container("loading").replaceChildren(
    "The contract could not be loaded. Check that the server is running, then reload the page."
  )
}
