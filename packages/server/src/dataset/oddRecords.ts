import { hash } from "node:crypto"
import type { ComplaintValues } from "../store/ComplaintColumns.ts"
import { ComplaintStoreBuilder } from "../store/ComplaintStore.ts"
import type { DataSet } from "./DataSet.ts"
import type { Quirks } from "../Quirks.ts"

const digestOf = (seed: number, what: "double" | "shifted", id: string): string =>
  hash("sha256", `${seed} ${what} ${id}`)

/** Where a digest lies between 0 and 1, by its first eight digits. */
const fractionOf = (digest: string): number => Number.parseInt(digest.slice(0, 8), 16) / 0x1_0000_0000

const companyName = "Example Warranty Services LLC"

const shiftedOf = (complaint: ComplaintValues): ComplaintValues => ({
  ...complaint,
  companyPhoneNumber: complaint.createdDate,
  consumerCity: companyName
})

/**
 * A data set with the odd records that quirks ask for: complaints that are held a second time under another id, and
 * complaints whose values are shifted. They are records like any other, so filters find them by what they hold and
 * totals count them.
 *
 * **Gotchas** a record is odd by a digest of the seed and its id, and so is the second id; both survive a reload. A
 * double is like its original, shifted where that is.
 *
 * **Source** decisions 24, 27 and 30.
 */
export const withOddRecords = (
  dataSet: DataSet,
  { doubles = 0, shifted = 0 }: Pick<Quirks, "doubles" | "shifted">,
  seed: number
): DataSet => {
  if (doubles === 0 && shifted === 0) return dataSet
  const builder = new ComplaintStoreBuilder()
  for (let ordinal = 0; ordinal < dataSet.complaints.size; ordinal++) {
    const plain = dataSet.complaints.values(ordinal)
    const complaint = fractionOf(digestOf(seed, "shifted", plain.id)) < shifted ? shiftedOf(plain) : plain
    builder.add(complaint)
    const double = digestOf(seed, "double", plain.id)
    if (fractionOf(double) < doubles) builder.add({ ...complaint, id: double.slice(-32) })
  }
  const complaints = builder.build()
  const version = `${dataSet.version}-${fractionOf(hash("sha256", `${seed} ${doubles} ${shifted}`))
    .toString(36)
    .slice(2)}`
  return { ...dataSet, complaints, version, summary: { ...dataSet.summary, complaints: complaints.size } }
}
