import { type ComplaintFilters, type NoticeFilter, type Question, type Stretch } from "./Question.ts"

/** The only key that the measured servers know. */
export const benchKey = "bench-key-0123456789"

/** Dates and whatever holds a space stand in quotation marks (decision 19). */
const quoted = (value: string): string => {
  const needsQuotes = value.includes(" ") || value.includes("-")
  return encodeURIComponent(needsQuotes ? `"${value}"` : value)
}

const complaintParameters = (filters: ComplaintFilters): string =>
  Object.entries(filters)
    .map(([name, value]) => `${name}=${quoted(value)}&`)
    .join("")

const noticeParameters = ({ by, value }: NoticeFilter): string => {
  const encoded = encodeURIComponent(value)
  switch (by) {
    case "number":
      return `filter%5Btransaction-number%5D%5Bvalue%5D=${encoded}&`
    case "date":
      return (
        `filter%5Bdate%5D%5Bcondition%5D%5Bpath%5D=date&filter%5Bdate%5D%5Bcondition%5D%5Boperator%5D=%3D&` +
        `filter%5Bdate%5D%5Bcondition%5D%5Bvalue%5D=${encoded}&`
      )
    case "keyword":
      return `filter%5Btitle%5D%5Bvalue%5D=${encoded}&`
    case "contained":
      return `filter%5Btitle%5D%5Boperator%5D=CONTAINS&filter%5Btitle%5D%5Bvalue%5D=${encoded}&`
  }
}

const complaintStretch = ({ order, limit, offset }: Stretch): string =>
  `sort_order=${order}&items_per_page=${limit}&offset=${offset}`

const noticeStretch = ({ order, limit, offset }: Stretch): string =>
  `sort%5Bs%5D%5Bpath%5D=created&sort%5Bs%5D%5Bdirection%5D=${order}&page%5Blimit%5D=${limit}&page%5Boffset%5D=${offset}`

/** Path and query of a question in the service's own language. */
export const serviceUrl = (question: Question): string => {
  switch (question.about) {
    case "complaint":
      return `/v0/dnc-complaints/${question.id}`
    case "complaints":
      return `/v0/dnc-complaints?${complaintParameters(question.filters)}${complaintStretch(question)}`
    case "notices": {
      const filter = question.filter === undefined ? "" : noticeParameters(question.filter)
      return `/v0/hsr-early-termination-notices?${filter}${noticeStretch(question)}`
    }
  }
}
