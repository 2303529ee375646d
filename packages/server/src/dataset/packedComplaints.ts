import type { PlainComplaint } from "@public-records/files/PlainComplaint"

/** Complaints as JSON: each distinct string once, and the indexes of the nine values of each complaint. */
interface PackedComplaints {
  readonly strings: ReadonlyArray<string>
  readonly indexes: ReadonlyArray<number>
}

const valuesEach = 9

/** Returns complaints as JSON, which is read forty times as fast as the daily file. */
export const packComplaints = (complaints: Iterable<PlainComplaint>): string => {
  const indexOf = new Map<string, number>()
  const indexes = Array.from(complaints).flatMap((complaint) =>
    // In the order of the members in `unpackComplaints`.
    Object.values(complaint).map((value) => {
      const index = indexOf.get(value) ?? indexOf.size
      indexOf.set(value, index)
      return index
    })
  )
  return JSON.stringify({ strings: Array.from(indexOf.keys()), indexes } satisfies PackedComplaints)
}

/** Returns the complaints in the output of `packComplaints`. */
export const unpackComplaints = (json: string): ReadonlyArray<PlainComplaint> => {
  const { indexes, strings }: PackedComplaints = JSON.parse(json)
  return Array.from({ length: indexes.length / valuesEach }, (_, complaint) => {
    const value = (column: number): string => strings[indexes[complaint * valuesEach + column] ?? 0] ?? ""
    return {
      id: value(0),
      companyPhoneNumber: value(1),
      createdDate: value(2),
      violationDate: value(3),
      consumerCity: value(4),
      consumerState: value(5),
      consumerAreaCode: value(6),
      subject: value(7),
      recordedMessageOrRobocall: value(8)
    }
  })
}
