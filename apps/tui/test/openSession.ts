import { sizeAtom } from "../src/drawing/layout.ts"
import { screenAtom } from "../src/drawing/screen.ts"
import { menuAtom } from "../src/panels/menu.ts"
import { promptAtom } from "../src/panels/prompt.ts"
import { platformAtom } from "../src/platform/Platform.ts"
import { sessionAtom } from "../src/session.ts"
import type { Local, Source } from "../src/Source.ts"
import { service, start, typeKeys } from "./browsing.ts"
import { type FakeAnswers, fakeLocal } from "./fakeLocal.ts"
import { fakeComplaints, type FakeRecords } from "./fakeRecords.ts"
import { usual } from "./openReports.ts"
import { fakePlatform } from "./terminal.tsx"

/** Opens a session without a screen. */
export const opened = async (options: Partial<FakeRecords> = {}, other?: Source) => {
  const { source, requests } = service({ complaints: fakeComplaints(120), ...options })
  const registry = await start(other ?? source)
  const { done, platform } = fakePlatform()
  registry.set(platformAtom, platform)
  const notification = (): string => registry.get(sessionAtom).notification
  return {
    registry,
    platform,
    done,
    requests,
    notification,
    /** Types keys and returns the message of the last one. */
    after: async (text: string): Promise<string> => {
      await typeKeys(registry, text)
      return notification()
    },
    /** Returns the lines of the screen on a terminal of a given size. */
    screenOn: (columns: number, rows: number): ReadonlyArray<string> => {
      registry.set(sizeAtom, { columns, rows })
      return registry.get(screenAtom).lines.map((spans) => spans.map(({ text }) => text).join(""))
    },
    panel: () => registry.get(sessionAtom).panel,
    items: () => registry.get(menuAtom).items.map(({ label, hint = "" }) => `${label}: ${hint}`),
    /** Submits a text in the open prompt, and returns the problem with it. */
    accept: (text: string): string => registry.get(promptAtom).accept(text)
  }
}

/** Creates a mirror with these records, which answers questions for reports. */
export const localForReports = (answers: Partial<FakeAnswers> = {}, content: Partial<FakeRecords> = {}): Local =>
  fakeLocal({ ...usual, ...answers }, content)
