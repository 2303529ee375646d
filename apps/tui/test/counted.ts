import type { AtomRegistry } from "effect/reactivity"
import { collections, sessionAtom } from "../src/session.ts"
import { settled, until } from "./terminal.tsx"

/** Waits until the records of the collection on the screen are loaded and counted. */
export const counted = async (registry: AtomRegistry.AtomRegistry): Promise<void> => {
  await settled()
  const { insights } = collections[registry.get(sessionAtom).active]
  await until(() => registry.get(insights.activityLabel) === "")
}
