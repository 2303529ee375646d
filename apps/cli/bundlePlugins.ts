import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import type { Plugin } from "esbuild"

const namesFromIndex = /^import \{([^}]*)\} from "(effect(?:\/[a-z-]+)?)"$/gm

const moduleImport = (from: string, imported: string): string => {
  const [name = "", local = name] = imported.split(" as ")
  return /^[a-z]/.test(name)
    ? `import { ${imported} } from "effect/Function"`
    : `import * as ${local} from "${from}/${name}"`
}

/**
 * Turns `import { Layer } from "effect"` into the equivalent `import * as Layer from "effect/Layer"`. esbuild splits chunks by file, so with
 * the index every command would load the modules of all commands.
 */
export const effectModules: Plugin = {
  name: "effect-modules",
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/](apps|packages)[\\/][a-z]+[\\/]src[\\/].*\.tsx?$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8")
      const contents = source.replaceAll(namesFromIndex, (_, names: string, from: string) =>
        names
          .split(",")
          .map((name) => name.trim())
          .filter((name) => name !== "" && !name.startsWith("type "))
          .map((name) => moduleImport(from, name))
          .join(";")
      )
      return { contents, loader: path.endsWith("x") ? "tsx" : "ts" }
    })
}

/** The namespace of replaced modules. */
export const replacementNamespace = "replacement"

const textWidth = fileURLToPath(new URL("../../packages/text/src/textWidth.ts", import.meta.url))
const stringWidthWhenNeeded = "string-width-when-needed"

/** Modules that are replaced in the bundle. */
const replacements: Readonly<Record<string, string>> = {
  // Ink imports the developer tools of React, but does not call them in production.
  "react-devtools-core": "export default {}",
  // For `await import`, Node.js detects the named exports of this CommonJS module. A chunk would only have the default export.
  selfsigned: 'export { generate } from "selfsigned"',
  "@duckdb/node-api": 'export { DuckDBInstance, JsonDuckDBValueConverter } from "@duckdb/node-api"',
  // Ink measures text with the function of the program, which returns the same width and loads faster.
  "string-width": `
    import { widthOf } from ${JSON.stringify(textWidth)}
    import stringWidth from ${JSON.stringify(stringWidthWhenNeeded)}
    export default (text, options) => (options === undefined ? widthOf(text) : stringWidth(text, options))
  `,
  // Compiling its regular expressions would take 5 % of the start, and most text does not need them.
  [stringWidthWhenNeeded]: 'export default (text, options) => require("string-width").default(text, options)'
}

const isReplaced = /^(react-devtools-core|@duckdb\/node-api|selfsigned|string-width|string-width-when-needed)$/

/** Replaces modules, except if the replacement itself imports the module. */
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

const fetchCheck = /"function"\s*!=\s*typeof fetch/g

/**
 * Lets Yoga decode its WebAssembly from the data URL. With `fetch`, Node.js would load its entire HTTP client.
 */
export const yogaInlineWasm: Plugin = {
  name: "yoga-without-fetch",
  setup: ({ onLoad }) =>
    onLoad({ filter: /yoga-wasm-base64-esm\.js$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8")
      if (!fetchCheck.test(source)) throw new Error("Yoga has changed how it loads its WebAssembly.")
      return { contents: source.replaceAll(fetchCheck, "true") }
    })
}
