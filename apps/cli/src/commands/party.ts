import { type PartyNotice } from "@public-records/mirror"
import { counted } from "@public-records/text/counts"
import { safeText } from "@public-records/text/safeText"
import { Effect } from "effect"
import { type CommandFlags } from "../flags.ts"
import { makeAnswerStatus, printAnswer } from "../output/answer.ts"
import { type Column, tableOf } from "../output/table.ts"
import { answerOf } from "../source/askMirror.ts"
import { openMirror } from "../source/openMirror.ts"

const fields = ["id", "date", "transactionNumber", "acquiringParty", "acquiredParty", "role"] as const

const column = (name: (typeof fields)[number], rank: number, minWidth: number, grows = false): Column<PartyNotice> => ({
  name,
  text: (notice) => notice[name],
  rank,
  minWidth,
  grows
})

const columns = [
  column("date", 1, 10),
  column("transactionNumber", 5, 17),
  column("acquiringParty", 2, 18, true),
  column("acquiredParty", 3, 18, true),
  column("role", 4, 9)
]

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

export const party = Effect.fnUntraced(function* (flags: CommandFlags<"party">) {
  const mirror = yield* openMirror(flags)
  const status = yield* makeAnswerStatus(flags)
  const { lastChanged, notices, party: rows, readToTheEnd } = yield* answerOf(status, mirror.party(flags.name))
  const note = readToTheEnd
    ? "based on all notices that the service had when they were read"
    : "the notices of the service were not read to the end, so the mirror may lack some"
  const until = lastChanged === null ? "" : `, the last changed on ${lastChanged.slice(0, 10)}`
  const none = rows.length === 0 ? `No notice names "${safeText(flags.name)}". ` : ""
  yield* printAnswer(flags, status, {
    whole: { party: rows, notices, lastChanged, readToTheEnd, note },
    rows,
    columns: fields.map((name) => [name, (notice: PartyNotice) => notice[name]] as const),
    text: (_, tableWidth) => (rows.length === 0 ? "" : tableOf(columns, () => tableWidth).batch(rows)),
    basis: `${none}Based on ${counted(notices, "notice", "notices")}${until}. ${sentence(note)}`,
    gap: readToTheEnd ? "" : "some notices of the service"
  })
}, Effect.scoped)
