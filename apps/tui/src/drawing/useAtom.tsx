import { type Atom, AtomRegistry } from "effect/reactivity"
import { createContext, useCallback, useContext, useSyncExternalStore } from "react"

/** The registry that holds the program's state. */
export const RegistryContext = createContext<AtomRegistry.AtomRegistry>(AtomRegistry.make())

/** The value of an atom, drawn anew when it changes. */
export const useAtom = <A,>(atom: Atom.Atom<A>): A => {
  const registry = useContext(RegistryContext)
  const subscribe = useCallback((changed: () => void) => registry.subscribe(atom, changed), [registry, atom])
  return useSyncExternalStore(subscribe, () => registry.get(atom))
}
