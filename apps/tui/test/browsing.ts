import type { AtomRegistry } from "effect/reactivity"
import { press } from "../src/keys/dispatch.ts"
import type { Layer } from "effect"
import type { Service, Source } from "../src/Source.ts"
import { Ui } from "../src/Ui.ts"
import { keyPresses } from "../src/keys/KeyPress.ts"
import { type FakeRequest, fakeComplaints, fakeNotices, type FakeRecords, fakeService } from "./fakeRecords.ts"
import { registryOf, settled } from "./terminal.tsx"

export const held = { complaints: fakeComplaints(14_034), notices: fakeNotices(120) }

const open: Set<AtomRegistry.AtomRegistry> = new Set()

export const start = async (source: Source, clock?: Layer.Layer<never>): Promise<AtomRegistry.AtomRegistry> => {
  const registry = registryOf(source, clock)
  open.add(registry)
  await settled()
  return registry
}

/** Closes all sessions. Test files call it after each test. */
export const closeSessions = (): void => {
  for (const registry of open) registry.dispose()
  open.clear()
}

export const service = (options: Partial<FakeRecords> = {}, part: Partial<Service> = {}) => {
  const requests: Array<FakeRequest> = []
  return { requests, source: fakeService({ ...held, onRequest: (one) => requests.push(one), ...options }, part) }
}

export const typeKeys = async (registry: AtomRegistry.AtomRegistry, text: string): Promise<void> => {
  for (const key of keyPresses(text, {})) press(new Ui(registry), key)
  await settled()
}

export const pressNamed = async (registry: AtomRegistry.AtomRegistry, name: string): Promise<void> => {
  press(new Ui(registry), { name })
  await settled()
}

export const offsets = (requests: ReadonlyArray<FakeRequest>): ReadonlyArray<number> =>
  requests.map(({ offset }) => offset)
