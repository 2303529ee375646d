import { useInput, usePaste } from "ink"
import { useContext } from "react"
import { paste, press } from "../act.ts"
import { RegistryContext } from "../chrome/useAtom.tsx"
import { keyPresses } from "./KeyPress.ts"

/** Gives every key and every paste of the terminal to the session, one by one and in order. */
export const useKeymap = (): void => {
  const registry = useContext(RegistryContext)
  useInput((input, key) => {
    if (key.eventType === "release") return
    for (const one of keyPresses(input, key)) press(registry, one, performance.now())
  })
  usePaste((text) => paste(registry, text))
}
