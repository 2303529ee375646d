import { CivilDate } from "../src/dates/CivilDate.ts"
import { CivilDateTime, type CivilMoment } from "../src/dates/CivilDateTime.ts"

const moment = (text: string): CivilMoment => (text.length === 10 ? CivilDate.make(text) : CivilDateTime.make(text))
export const range = (from: string, to: string) => ({ from: moment(from), to: moment(to) })
export const firstWeek = range("2021-07-01", "2021-07-07")
