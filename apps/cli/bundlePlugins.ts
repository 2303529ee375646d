import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import type { Plugin } from "esbuild"

const namesFromIndex = /^import \{([^}]*)\} from "(effect(?:\/[a-z-]+)?)"$/gm

const directImport = (from: string, imported: string): string => {
  const [name = "", local = name] = imported.split(" as ")
  return /^[a-z]/.test(name)
    ? `import { ${imported} } from "effect/Function"`
    : `import * as ${local} from "${from}/${name}"`
}

/**
 * Turns `import { Layer } from "effect"` into `import * as Layer from "effect/Layer"`, which is the same. esbuild keeps
 * modules apart by file, so that through the index every command would load what any of them uses.
 */
export const directImports: Plugin = {
  name: "direct-imports",
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/](apps|packages)[\\/][a-z]+[\\/]src[\\/].*\.tsx?$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8")
      const contents = source.replaceAll(namesFromIndex, (_, names: string, from: string) =>
        names
          .split(",")
          .map((name) => name.trim())
          .filter((name) => name !== "" && !name.startsWith("type "))
          .map((name) => directImport(from, name))
          .join(";")
      )
      return { contents, loader: path.endsWith("x") ? "tsx" : "ts" }
    })
}

/** The namespace of modules that stand in for others. */
export const replacementNamespace = "replacement"

const textWidth = fileURLToPath(new URL("../../packages/text/src/textWidth.ts", import.meta.url))
const stringWidthWhenNeeded = "string-width-when-needed"

/** Modules that the bundle holds in another form than Node.js loads them. */
const replacements: Readonly<Record<string, string>> = {
  // Ink imports the developer tools of React, and never calls them in production.
  "react-devtools-core": "export default {}",
  // Node.js finds the names of this CommonJS module for `await import`; a chunk of the bundle has the default export only.
  selfsigned: 'export { generate } from "selfsigned"',
  // Ink measures what it draws as the program does, which is the same and sooner.
  "string-width": `
    import { widthOf } from ${JSON.stringify(textWidth)}
    import stringWidth from ${JSON.stringify(stringWidthWhenNeeded)}
    export default (text, options) => (options === undefined ? widthOf(text) : stringWidth(text, options))
  `,
  // To read its patterns takes a twentieth of a start, and few texts need them.
  [stringWidthWhenNeeded]: 'export default (text, options) => require("string-width").default(text, options)'
}

const isReplaced = /^(react-devtools-core|selfsigned|string-width|string-width-when-needed)$/

/** Puts the replacements in the place of modules, but where a replacement itself imports its module. */
export const replacing: Plugin = {
  name: "replacing",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: isReplaced }, ({ importer, path, resolveDir }) => {
      if (importer === path || (importer === stringWidthWhenNeeded && path === "string-width")) return undefined
      const replacement = importer === textWidth ? stringWidthWhenNeeded : path
      return { path: replacement, namespace: replacementNamespace, pluginData: resolveDir }
    })
    onLoad({ filter: /./, namespace: replacementNamespace }, ({ path, pluginData: resolveDir }) => ({
      contents: replacements[path] ?? "",
      resolveDir
    }))
  }
}

const waysToFetch = /"function"\s*!=\s*typeof fetch/g

/**
 * Yoga fetches its WebAssembly from a URL that holds it, for which Node.js would load all of its HTTP client; without `fetch`
 * it decodes it.
 */
export const yogaInlineWasm: Plugin = {
  name: "yoga-without-fetch",
  setup: ({ onLoad }) =>
    onLoad({ filter: /yoga-wasm-base64-esm\.js$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8")
      if (!waysToFetch.test(source)) throw new Error("Yoga loads its WebAssembly in another way than before.")
      return { contents: source.replaceAll(waysToFetch, "true") }
    })
}
