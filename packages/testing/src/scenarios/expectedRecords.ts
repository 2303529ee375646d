import { type SampleComplaint, sampleComplaints, type SampleNotice, sampleNotices } from "../Samples.ts"

/** Compares strings by code unit. This is also the order of `created-date` values. */
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

const orderedNewestFirst = (complaints: ReadonlyArray<SampleComplaint>): ReadonlyArray<SampleComplaint> =>
  complaints.toSorted((a, b) => compare(b.createdDate, a.createdDate) || compare(b.id, a.id))

/** All complaints, newest first, ties by id. */
export const complaintsNewestFirst: ReadonlyArray<SampleComplaint> = orderedNewestFirst(sampleComplaints)

/** Returns the numbers of the matching sample complaints, newest first, ties by id. Does not use code under test. */
export const newestFirst = (passes: (complaint: SampleComplaint) => boolean = () => true): ReadonlyArray<string> =>
  complaintsNewestFirst.filter(passes).map(({ companyPhoneNumber }) => companyPhoneNumber)

/** Returns the numbers of these complaints, newest first, ties by id. */
export const numbersNewestFirst = (complaints: ReadonlyArray<SampleComplaint>): ReadonlyArray<string> =>
  orderedNewestFirst(complaints).map(({ companyPhoneNumber }) => companyPhoneNumber)

/** Returns the transaction numbers of the matching notices, last created (or changed) first, ties by id. */
export const lastFirst = (
  by: "created" | "updated",
  passes: (notice: SampleNotice) => boolean = () => true,
  notices: ReadonlyArray<SampleNotice> = sampleNotices
): ReadonlyArray<string> =>
  notices
    .filter(passes)
    .toSorted((a, b) => compare(b[by], a[by]) || compare(b.id, a.id))
    .map(({ transactionNumber }) => transactionNumber)
