import type { PublicRecords, Records } from "@public-records/core"
import type { Mirror, MirrorCoverage } from "@public-records/mirror"

/** The service, or a server that behaves like it. It has a limit of requests. */
export interface Service {
  readonly _tag: "Service"
  readonly records: PublicRecords["Service"]
  readonly baseUrl: string
  /** The source of the key, such as "environment". Never the key itself. */
  readonly keySource: string
  /** Advice for a key whose limit is reached, or an empty string. */
  readonly keyAdvice: string
}

/** Records on this computer: a mirror, files, or the bundled sample. */
export interface Local {
  readonly _tag: "Local"
  readonly records: Records
  /** Answers questions about all records. */
  readonly questions: Mirror["Service"]
  /** The days that it had when it was opened, or when a sync of this program last added some. */
  readonly coverage: MirrorCoverage
  /** The noun in sentences: `mirror`, `sample` or `data`. */
  readonly noun: "mirror" | "sample" | "data"
  /** The origin of the records: `mirror` and its path, names of files, or `bundled sample data`. */
  readonly name: string
}

/** The service, or local records. */
export type Source = Service | Local

/** Whether the records come from a mirror, and not from the sample or from files. */
export const isOwnMirror = (source: Source): source is Local => source._tag === "Local" && source.noun === "mirror"
