import { type SampleComplaint, sampleComplaints, type SampleNotice, sampleNotices } from "../Samples.ts"

/** Reads plain text order: `created-date` and ids are compared as they stand. */
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/** Complaints, newest first, ties by id. */
export const orderedNewestFirst = (complaints: ReadonlyArray<SampleComplaint>): ReadonlyArray<SampleComplaint> =>
  complaints.toSorted((a, b) => compare(b.createdDate, a.createdDate) || compare(b.id, a.id))

/** All complaints, newest first, ties by id. */
export const complaintsNewestFirst: ReadonlyArray<SampleComplaint> = orderedNewestFirst(sampleComplaints)

/** The numbers of the complaints that pass, newest first, ties by id; worked out without any code under test. */
export const newestFirst = (passes: (complaint: SampleComplaint) => boolean = () => true): ReadonlyArray<string> =>
  complaintsNewestFirst.filter(passes).map(({ companyPhoneNumber }) => companyPhoneNumber)

/** The numbers of other complaints, newest first, ties by id. */
export const numbersNewestFirst = (complaints: ReadonlyArray<SampleComplaint>): ReadonlyArray<string> =>
  orderedNewestFirst(complaints).map(({ companyPhoneNumber }) => companyPhoneNumber)

/** The transaction numbers of other notices, the last created first, ties by id. */
export const transactionsLastFirst = (notices: ReadonlyArray<SampleNotice>): ReadonlyArray<string> =>
  ordered("created", notices)

const ordered = (by: "created" | "updated", notices: ReadonlyArray<SampleNotice>): ReadonlyArray<string> =>
  notices
    .toSorted((a, b) => compare(b[by], a[by]) || compare(b.id, a.id))
    .map(({ transactionNumber }) => transactionNumber)

/** The transaction numbers of the notices that pass, the last created (or changed) first, ties by id. */
export const lastFirst = (
  by: "created" | "updated",
  passes: (notice: SampleNotice) => boolean = () => true
): ReadonlyArray<string> => ordered(by, sampleNotices.filter(passes))
