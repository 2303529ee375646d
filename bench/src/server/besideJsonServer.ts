import { type Table } from "../Table.ts"
import { comparisonTable } from "./comparison.ts"
import { jsonServerUrl } from "./jsonServerUrl.ts"
import { type MillionComplaints, wholePage } from "./MillionComplaints.ts"
import { questionClasses } from "./questionClasses.ts"
import { serviceUrl } from "./serviceUrl.ts"

const rounds = { connections: 8, milliseconds: 80, rounds: 2 }

/** The reference server beside json-server, at a size that json-server can bear. */
export const besideJsonServer = async (million: MillionComplaints): Promise<Table> => {
  const ours = await million.smallReference()
  const peer = await million.jsonServer()
  return comparisonTable({
    title: "10,000 complaints and 10,000 notices: the reference server / json-server",
    classes: await questionClasses(ours, wholePage),
    pairOf: ({ next }) => ({
      ours: { server: ours, path: () => serviceUrl(next()) },
      peer: () => ({ server: peer, path: () => jsonServerUrl(next()) })
    }),
    atLeast: 10,
    rounds
  })
}
