import type { AtomRegistry } from "effect/reactivity"
import { press } from "../src/keys/dispatch.ts"
import type { SourceInfo, Records } from "../src/source.ts"
import { Ui } from "../src/Ui.ts"
import { keyPresses } from "../src/keys/KeyPress.ts"
import { type Asked, fakeComplaints, fakeNotices, type FakeRecords, layerFakeRecords } from "./fakeRecords.ts"
import { registryOf, settled } from "./terminal.tsx"

export const held = { complaints: fakeComplaints(14_034), notices: fakeNotices(120) }

const open: Set<AtomRegistry.AtomRegistry> = new Set()

export const start = async (records: Records["layer"], source?: SourceInfo): Promise<AtomRegistry.AtomRegistry> => {
  const registry = registryOf(records, source)
  open.add(registry)
  await settled()
  return registry
}

/** Closes every session; each test file asks for it after each of its tests. */
export const closeSessions = (): void => {
  for (const registry of open) registry.dispose()
  open.clear()
}

export const service = (options: Partial<FakeRecords> = {}) => {
  const asked: Array<Asked> = []
  return { asked, layer: layerFakeRecords({ ...held, onAsked: (one) => asked.push(one), ...options }) }
}

export const typeKeys = async (registry: AtomRegistry.AtomRegistry, text: string): Promise<void> => {
  for (const key of keyPresses(text, {})) press(new Ui(registry), key, 0)
  await settled()
}

export const pressNamed = async (registry: AtomRegistry.AtomRegistry, name: string): Promise<void> => {
  press(new Ui(registry), { name }, 0)
  await settled()
}

export const offsets = (asked: ReadonlyArray<Asked>): ReadonlyArray<number> => asked.map(({ offset }) => offset)
