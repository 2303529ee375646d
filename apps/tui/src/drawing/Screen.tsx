import type { ReactElement } from "react"
import type { Collection } from "../collection/Collection.ts"
import { sizeAtom } from "./layout.ts"
import { Header } from "./Header.tsx"
import { useAtom } from "./useAtom.tsx"
import { FindLine } from "../panels/find.tsx"
import { panels } from "../panels/index.ts"
import { sessionAtom } from "../session.ts"
import { StatusLine } from "./StatusLine.tsx"

/** A collection on the whole terminal: header, panel, and the last lines. */
export const Screen = ({ collection }: { readonly collection: Collection }): ReactElement => {
  const { columns, rows } = useAtom(sizeAtom)
  const { panel, home } = useAtom(sessionAtom)
  const { header, status } = useAtom(collection.layout)
  const { Body } = panels[panel]
  const Foot = panel === "find" ? FindLine : StatusLine
  return (
    <>
      {header > 0 && <Header width={columns} isInsights={home === "insights"} collection={collection} />}
      <Body width={columns} height={rows - header - status} top={header} collection={collection} />
      <Foot width={columns} height={status} collection={collection} />
    </>
  )
}
