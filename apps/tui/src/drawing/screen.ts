import { Atom } from "effect/reactivity"
import { drawSearchLine } from "../panels/search.ts"
import { panels } from "../panels/index.ts"
import { type Drawing, panelView } from "../panels/Panel.ts"
import { sessionAtom } from "../session.ts"
import { headerLine } from "./header.ts"
import { statusLines } from "./statusLine.ts"

/** The whole screen: header, panel, and the last lines. */
export const screenAtom: Atom.Atom<Drawing> = Atom.make((get) => {
  const { panel } = get(sessionAtom)
  const view = panelView(get)
  const { header, status } = get(view.collection.layout)
  const body = panels[panel].draw(view)
  const last = { ...view, height: status, top: view.top + view.height }
  const foot: Drawing = panel === "search" ? drawSearchLine(last) : { lines: statusLines(last) }
  const head = header > 0 ? [headerLine(view)] : []
  return { lines: [...head, ...body.lines, ...foot.lines], caret: body.caret ?? foot.caret }
})
