import { isCivilDate, isRecordedMoment, noticeFields } from "@public-records/core"
import { Predicate, Result } from "effect"
import type { NoticeValues } from "../store/Notice.ts"
import { textAt } from "./complaintRecords.ts"

const textsAt = (record: unknown, member: string): ReadonlyArray<string> | undefined => {
  const value = Predicate.hasProperty(record, member) ? record[member] : undefined
  if (Predicate.isString(value)) return [value]
  return Array.isArray(value) ? value.filter(Predicate.isString) : undefined
}

const revisionIn = (record: unknown): string | undefined => {
  const links = Predicate.hasProperty(record, "links") ? record.links : undefined
  const self = Predicate.hasProperty(links, "self") ? links.self : undefined
  return /resourceVersion=id(?::|%3A)([^&#]+)/i.exec(textAt(self, "href"))?.[1]
}

const sound = (notice: NoticeValues): Result.Result<NoticeValues, string> => {
  if (notice.id === "") return Result.fail("the record has no id")
  if (!isCivilDate(notice.date)) return Result.fail(`the date ${JSON.stringify(notice.date)} is not a date that exists`)
  for (const moment of [notice.created, notice.updated]) {
    if (!isRecordedMoment(moment)) return Result.fail(`${JSON.stringify(moment)} is not a date and time that exists`)
  }
  return Result.succeed(notice)
}

const isEmpty = (texts: ReadonlyArray<string> | undefined): boolean => texts === undefined || texts.length === 0

const noticeFrom = (
  record: unknown,
  attributes: unknown,
  names: (field: string) => string,
  ordinal: number
): NoticeValues => {
  const at = (field: string) => textAt(attributes, names(field))
  const tags = textsAt(attributes, "tags")
  const parties = `${at("acquiringParty")}; ${at("acquiredParty")}`
  return {
    id: textAt(record, "id"),
    title: at("title") === "" ? `${at("transactionNumber")}: ${parties}` : at("title"),
    transactionNumber: at("transactionNumber"),
    acquiringParty: at("acquiringParty"),
    acquiredParty: at("acquiredParty"),
    acquiredEntities: textsAt(attributes, names("acquiredEntities")) ?? [],
    date: at("date"),
    created: at("created"),
    updated: at("updated"),
    tags: isEmpty(tags) ? undefined : tags,
    revision: revisionIn(record) ?? String(ordinal + 1)
  }
}

const kebab = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** A notice from JSON, in the service's own form or in the flat form that `list` writes. */
export const noticeFromJson = (record: unknown, ordinal: number): Result.Result<NoticeValues, string> =>
  sound(
    Predicate.hasProperty(record, "attributes")
      ? noticeFrom(record, record.attributes, kebab, ordinal)
      : noticeFrom(record, record, (field) => field, ordinal)
  )

const parsedCell = (cell: string): unknown => {
  try {
    return JSON.parse(cell)
  } catch {
    return undefined
  }
}

/** A notice from a row of a CSV file that `list` or `export` wrote. */
export const noticeFromRow = (fields: ReadonlyArray<string>, ordinal: number): Result.Result<NoticeValues, string> => {
  if (fields.length !== noticeFields.length) {
    return Result.fail(
      `the row has ${fields.length} ${fields.length === 1 ? "column" : "columns"} instead of ${noticeFields.length}`
    )
  }
  const record = Object.fromEntries(
    noticeFields.map((name, place) => {
      const cell = fields[place] ?? ""
      return [name, name === "acquiredEntities" || name === "tags" ? parsedCell(cell) : cell]
    })
  )
  return noticeFromJson(record, ordinal)
}
