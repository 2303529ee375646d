import type { ReactElement } from "react"
import { CollectionScreen } from "../chrome/CollectionScreen.tsx"
import { complaints } from "./complaintAtoms.ts"

/** The complaints on the whole terminal. */
export const ComplaintsScreen = (): ReactElement => <CollectionScreen collection={complaints} />
