import type { AtomRegistry } from "effect/reactivity"
import type { Action } from "../keys/Action.ts"
import type { Command } from "../keys/Command.ts"
import { keyLabel, keyLookupAtom } from "../keys/KeyLookup.ts"
import { sessionAtom } from "../session.ts"
import { type Offer, openMenu } from "./menu.ts"

type Registry = AtomRegistry.AtomRegistry

const offerOf = ({ name, does, keys, action }: Command, perform: (action: Action) => void): Offer => ({
  label: name.replaceAll("-", " "),
  remark: `${keys.map(keyLabel).join(" ")}  ${does}`.trim(),
  take: () => perform(action)
})

/** Every command that has a name and a meaning here, to be found by typing. */
export const openPalette = (registry: Registry, perform: (action: Action) => void): void => {
  const { mode } = registry.get(sessionAtom)
  const { commands } = registry.get(keyLookupAtom)
  const offers = commands
    .filter(({ name, modes }) => name !== "" && name !== "commands" && modes.includes(mode))
    .map((command) => offerOf(command, perform))
  openMenu(registry, { title: "COMMANDS", intro: [], offers })
}
