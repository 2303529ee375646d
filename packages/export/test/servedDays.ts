import { Effect, Layer } from "effect"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { folder, service } from "./exporting.ts"

const complaintsOf = (day: string, count: number) =>
  Array.from({ length: count }, (_, place) => ({
    id: `${day}-${place}`,
    createdDate: `${day} 10:00:${String(place % 60).padStart(2, "0")}`,
    violationDate: `${day} 09:00:00`
  }))

/** Returns a client of a service with a number of complaints on each day. */
export const serviceOf = (counts: Readonly<Record<string, number>>) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const file = join(yield* folder, "complaints.json")
      const complaints = Object.entries(counts).flatMap(([day, count]) => complaintsOf(day, count))
      yield* Effect.promise(() => writeFile(file, JSON.stringify(complaints)))
      return service({ data: [file] })
    })
  )
