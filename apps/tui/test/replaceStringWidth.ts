/** Makes Ink measure text with the same function as in the built executable, which replaces `string-width` too. */
import { registerHooks } from "node:module"

const replacement = import.meta.resolve("./stringWidth.ts")
const users = new Set([replacement, import.meta.resolve("@public-records/text/textWidth")])

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === "string-width" && !users.has(context.parentURL ?? "")
      ? { url: replacement, shortCircuit: true }
      : nextResolve(specifier, context)
})
