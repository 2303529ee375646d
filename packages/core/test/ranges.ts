import { CivilDate } from "../src/dates/CivilDate.ts"
import { CivilDateTime, type CivilMoment } from "../src/dates/CivilDateTime.ts"
import { type ComplaintFilter } from "../src/queries/ComplaintFilter.ts"
import { ComplaintQuery } from "../src/queries/ComplaintQuery.ts"
import { type SortOrder } from "../src/queries/QueryInput.ts"

const moment = (text: string): CivilMoment => (text.length === 10 ? CivilDate.make(text) : CivilDateTime.make(text))
export const range = (from: string, to: string) => ({ from: moment(from), to: moment(to) })
export const queryFor = (filter: ComplaintFilter, order: SortOrder = "DESC") =>
  new ComplaintQuery({ ...ComplaintQuery.default, filter, order })
export const firstWeek = range("2021-07-01", "2021-07-07")
