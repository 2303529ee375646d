import {
  complaintFilterNames,
  type ComplaintFilters,
  type NoticeFilter,
  type Question,
  type Stretch
} from "./Question.ts"

type Names = keyof ComplaintFilters

const parameter = (name: string, value: string): string => `attributes.${name}=${encodeURIComponent(value)}&`

const written: Readonly<Record<Names, (value: string) => string>> = {
  created_date: (day) => wholeDay("created-date", day),
  created_date_from: (moment) => parameter("created-date_gte", moment),
  created_date_to: (moment) => parameter("created-date_lte", moment),
  violation_date: (day) => wholeDay("violation-date", day),
  violation_date_from: (moment) => parameter("violation-date_gte", moment),
  violation_date_to: (moment) => parameter("violation-date_lte", moment),
  state: (state) => parameter("consumer-state", state),
  city: (city) => parameter("consumer-city", city),
  area_code: (code) => parameter("consumer-area-code", code),
  is_robocall: (value) => parameter("recorded-message-or-robocall", value === "true" ? "Y" : "N")
}

const wholeDay = (name: string, day: string): string =>
  parameter(`${name}_gte`, `${day} 00:00:00`) + parameter(`${name}_lte`, `${day} 23:59:59`)

const complaintFilters = (filters: ComplaintFilters): string =>
  complaintFilterNames
    .map((name) => {
      const value = filters[name]
      return value === undefined ? "" : written[name](value)
    })
    .join("")

const noticeFilter = ({ by, value }: NoticeFilter): string => {
  switch (by) {
    case "number":
      return parameter("transaction-number", value)
    case "date":
      return parameter("date", value)
    case "keyword":
    case "contained":
      return parameter("title_like", value)
  }
}

const stretch = (sortedBy: string, { order, limit, offset }: Stretch): string =>
  `_sort=attributes.${sortedBy}&_order=${order.toLowerCase()}&_start=${offset}&_limit=${limit}`

/** Path and query of a question in json-server's language. */
export const jsonServerUrl = (question: Question): string => {
  switch (question.about) {
    case "complaint":
      return `/complaints/${question.id}`
    case "complaints":
      return `/complaints?${complaintFilters(question.filters)}${stretch("created-date", question)}`
    case "notices": {
      const filter = question.filter === undefined ? "" : noticeFilter(question.filter)
      return `/notices?${filter}${stretch("created", question)}`
    }
  }
}
