/** The filters of complaints, by the names that the service gives them. */
export const complaintFilterNames = [
  "created_date",
  "created_date_from",
  "created_date_to",
  "violation_date",
  "violation_date_from",
  "violation_date_to",
  "state",
  "city",
  "area_code",
  "is_robocall"
] as const

/** Which complaints are asked for. */
export type ComplaintFilters = Readonly<Partial<Record<(typeof complaintFilterNames)[number], string>>>

/** How notices are found. */
export interface NoticeFilter {
  readonly by: "number" | "date" | "keyword" | "contained"
  readonly value: string
}

/** The stretch of a list. */
export interface Stretch {
  readonly order: "ASC" | "DESC"
  readonly offset: number
  readonly limit: number
}

/** What is asked of a server, whatever language it speaks. */
export type Question =
  | { readonly about: "complaint"; readonly id: string }
  | ({ readonly about: "complaints"; readonly filters: ComplaintFilters } & Stretch)
  | ({ readonly about: "notices"; readonly filter?: NoticeFilter } & Stretch)

/** Questions of one kind; each call makes another one, with values of the data set's own. */
export interface QuestionClass {
  readonly name: string
  readonly place: "first" | "deep" | "single"
  readonly next: () => Question
}

/** A class whose costs are only stated. */
export const isStatedOnly = ({ name }: QuestionClass): boolean => name === containsClass

/** The substring search, which the goals leave out. */
export const containsClass = "notices, CONTAINS"
