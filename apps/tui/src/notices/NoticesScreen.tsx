import type { ReactElement } from "react"
import { CollectionScreen } from "../chrome/CollectionScreen.tsx"
import { notices } from "./noticeAtoms.ts"

/** The notices on the whole terminal. */
export const NoticesScreen = (): ReactElement => <CollectionScreen collection={notices} />
