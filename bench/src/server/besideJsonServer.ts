import { type Table } from "../Table.ts"
import { bundledComplaints } from "./complaintRows.ts"
import { comparisonTable } from "./comparison.ts"
import { sampleIds } from "./responses.ts"
import { type ServersBySize } from "./ServersBySize.ts"
import { jsonServerUrl, serviceUrl } from "./urls.ts"

/** Compares the reference server with json-server, each with its own API. json-server numbers its records from 1. */
export const besideJsonServer = async (servers: ServersBySize): Promise<Table> => {
  const ours = await servers.reference(bundledComplaints)
  const peer = await servers.jsonServer(bundledComplaints)
  const ourIds = await sampleIds(ours)
  const peerIds = ourIds.map((_, index) => String(index + 1))
  return comparisonTable({
    title: `${bundledComplaints.toLocaleString("en-US")} complaints: the reference server / json-server`,
    classes: await servers.questions(bundledComplaints),
    sidesOf: ({ draw }) => ({
      ours: { server: ours, nextPath: () => serviceUrl(draw(ourIds)) },
      peer: { server: peer, nextPath: () => jsonServerUrl(draw(peerIds)) }
    }),
    ratioOf: (ours, peer) => ours.requestsPerSecond / peer.requestsPerSecond,
    minRatioOf: () => 8
  })
}
