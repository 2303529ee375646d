import { Atom } from "effect/reactivity"
import { drawSearchLine } from "../panels/search.ts"
import { panels } from "../panels/index.ts"
import { type Drawing, panelView } from "../panels/Panel.ts"
import { sessionAtom } from "../session.ts"
import { headerLine } from "./header.ts"
import { statusLines } from "./statusLine.ts"

/** The panel. It is not drawn again when only the status lines change. */
const panelAtom: Atom.Atom<Drawing> = Atom.make((get) => panels[get(sessionAtom).panel].draw(panelView(get)))

/** The screen: header, panel and status lines. */
export const screenAtom: Atom.Atom<Drawing> = Atom.make((get) => {
  const { panel } = get(sessionAtom)
  const view = panelView(get)
  const { header, status } = get(view.collection.layout)
  const body = get(panelAtom)
  const last = { ...view, height: status, top: view.top + view.height }
  const foot: Drawing = panel === "search" ? drawSearchLine(last) : { lines: statusLines(last) }
  const head = header > 0 ? [headerLine(view)] : []
  // A panel has more lines than a terminal of two to four.
  const lines = [...head, ...body.lines.slice(0, view.height), ...foot.lines]
  return { lines, caret: body.caret ?? foot.caret }
})
