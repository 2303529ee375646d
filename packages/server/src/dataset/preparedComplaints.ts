import type { PlainComplaint } from "@public-records/files/PlainComplaint"

/** The file with the complaints of the sample as JSON, which loads faster than CSV. The executable's build writes it. */
export const preparedComplaints = "complaints.json"

/** Complaints as JSON: each distinct string once, and the indexes of the nine values of each complaint. */
interface PreparedComplaints {
  readonly strings: ReadonlyArray<string>
  readonly indexes: ReadonlyArray<number>
}

const valuesEach = 9

/** Encodes complaints as JSON in ASCII, which loads faster than UTF-8. */
export const encodeComplaints = (complaints: Iterable<PlainComplaint>): string => {
  const indexOf = new Map<string, number>()
  const indexes = Array.from(complaints).flatMap((complaint) =>
    // In the order of the members in `decodeComplaints`.
    Object.values(complaint).map((value) => {
      const index = indexOf.get(value) ?? indexOf.size
      indexOf.set(value, index)
      return index
    })
  )
  const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
  return JSON.stringify({ strings: Array.from(indexOf.keys()), indexes }).replaceAll(/[\u0080-\uFFFF]/g, escape)
}

/** Decodes the output of `encodeComplaints`. */
export const decodeComplaints = (json: string): ReadonlyArray<PlainComplaint> => {
  const { indexes, strings }: PreparedComplaints = JSON.parse(json)
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
