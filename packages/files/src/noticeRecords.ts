import { isCivilDate, isRecordedMoment, noticeFields } from "@public-records/core"
import { Predicate, Result } from "effect"
import { lengthProblem } from "./complaintRecords.ts"
import { stringAt, stringsAt } from "./jsonMembers.ts"
import { isSiteNotice, type PlainNotice } from "./PlainNotice.ts"

const revisionIn = (record: unknown): string | undefined => {
  const links = Predicate.hasProperty(record, "links") ? record.links : undefined
  const self = Predicate.hasProperty(links, "self") ? links.self : undefined
  return /resourceVersion=id(?::|%3A)([^&#]+)/i.exec(stringAt(self, "href"))?.[1]
}

const checkNotice = (notice: PlainNotice): Result.Result<PlainNotice, string> => {
  if (notice.id === "") return Result.fail("the record has no id")
  const { acquiredEntities, revision: _revision, tags = [], title, ...texts } = notice
  // The title last, because it may consist of other fields.
  const tooLong = lengthProblem([...Object.values(texts), ...acquiredEntities, ...tags, title])
  if (tooLong !== undefined) return Result.fail(tooLong)
  if (!isCivilDate(notice.date)) return Result.fail(`the date ${JSON.stringify(notice.date)} is not a valid date`)
  for (const moment of [notice.created, notice.updated]) {
    const isMissing = moment === "" && isSiteNotice(notice)
    if (!isMissing && !isRecordedMoment(moment))
      return Result.fail(`${JSON.stringify(moment)} is not a valid date and time`)
  }
  return Result.succeed(notice)
}

const noticeFrom = (record: unknown, attributes: unknown, nameOf: (field: string) => string): PlainNotice => {
  const at = (field: string) => stringAt(attributes, nameOf(field))
  const tags = stringsAt(attributes, "tags") ?? []
  return {
    id: stringAt(record, "id"),
    title: at("title") || `${at("transactionNumber")}: ${at("acquiringParty")}; ${at("acquiredParty")}`,
    transactionNumber: at("transactionNumber"),
    acquiringParty: at("acquiringParty"),
    acquiredParty: at("acquiredParty"),
    acquiredEntities: stringsAt(attributes, nameOf("acquiredEntities")) ?? [],
    date: at("date"),
    created: at("created"),
    updated: at("updated"),
    tags: tags.length === 0 ? undefined : tags,
    revision: revisionIn(record) ?? "1"
  }
}

const toKebabCase = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Converts a JSON record in the service's format or in the flat format that `list` writes. */
export const noticeFromJson = (record: unknown): Result.Result<PlainNotice, string> =>
  checkNotice(
    Predicate.hasProperty(record, "attributes")
      ? noticeFrom(record, record.attributes, toKebabCase)
      : noticeFrom(record, record, (field) => field)
  )

/** Reads a list: JSON, or `A; B` as in files for spreadsheets. */
const parseList = (cell: string): unknown => {
  if (cell === "") return []
  return cell.startsWith("[") ? Result.getOrUndefined(Result.try((): unknown => JSON.parse(cell))) : cell.split("; ")
}

const isList = (field: string): boolean => field === "acquiredEntities" || field === "tags"

/** Converts a row with its values in the order of `noticeFields`. */
export const noticeFromRow = (values: ReadonlyArray<string>): Result.Result<PlainNotice, string> =>
  noticeFromJson(
    Object.fromEntries(
      noticeFields.map((field, index) => {
        const cell = values[index] ?? ""
        return [field, isList(field) ? parseList(cell) : cell]
      })
    )
  )
