import type { Command } from "../keys/Command.ts"
import { sourceInfoAtom } from "../source.ts"
import type { Ui } from "../Ui.ts"
import { previousVisitsAtom } from "../visits/lastVisit.ts"

/** Removes the marks of new notices. The visit itself was saved when the notices were loaded. */
const markSeen = (ui: Ui): void => {
  const { baseUrl } = ui.get(sourceInfoAtom)
  ui.update(previousVisitsAtom, ({ [baseUrl]: _seen, ...others }) => others)
  ui.notify("No notice is marked as new until your next visit.")
}

export const markAsSeen: Command = {
  name: "mark-as-seen",
  keys: [],
  help: ["VIEW", "mark all as seen"],
  on: ["table", "detail"],
  when: (ui) => (ui.get(ui.collection.newLabels).length === 0 ? "No loaded notice is marked as new." : ""),
  run: markSeen
}
