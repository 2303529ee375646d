import { type Table } from "../Table.ts"
import { comparisonTable } from "./comparison.ts"
import { type MillionComplaints } from "./MillionComplaints.ts"
import { serviceUrl } from "./serviceUrl.ts"

const rounds = { connections: 32, milliseconds: 100, rounds: 5 }

/** The reference server beside one that writes a ready-made body of the same size. */
export const besideBare = async (million: MillionComplaints): Promise<Table> => {
  const ours = await million.reference()
  const bare = await million.bare()
  return comparisonTable({
    title: "1,000,000 complaints: the reference server / a bare node:http server with a body of the same size",
    classes: await million.classes(),
    pairOf: ({ next }) => ({
      ours: { server: ours, path: () => serviceUrl(next()) },
      peer: ({ bytes }) => ({ server: bare, path: () => `/${Math.round(bytes)}` })
    }),
    atLeast: 0.7,
    rounds
  })
}
