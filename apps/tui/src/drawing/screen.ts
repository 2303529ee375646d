import { Atom } from "effect/reactivity"
import { drawFind } from "../panels/find.ts"
import { panels } from "../panels/index.ts"
import type { Drawing } from "../panels/Panel.ts"
import { collections, sessionAtom } from "../session.ts"
import { headerLine } from "./header.ts"
import { sizeAtom } from "./layout.ts"
import { statusLines } from "./statusLine.ts"

/** The whole screen: header, panel, and the last lines. */
export const screenAtom: Atom.Atom<Drawing> = Atom.make((get) => {
  const { active, panel } = get(sessionAtom)
  const collection = collections[active]
  const { columns: width, rows } = get(sizeAtom)
  const { header, status } = get(collection.layout)
  const view = { get, width, collection }
  const body = panels[panel].draw({ ...view, height: rows - header - status, top: header })
  const last = { ...view, height: status, top: rows - status }
  const foot: Drawing = panel === "find" ? drawFind(last) : { lines: statusLines(last) }
  const head = header > 0 ? [headerLine({ ...view, height: header, top: 0 })] : []
  return { lines: [...head, ...body.lines, ...foot.lines], caret: body.caret ?? foot.caret }
})
