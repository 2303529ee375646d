import { type PartyHistory, type PartyNotice } from "@public-records/mirror"
import { counted } from "@public-records/text/counts"
import { safeText } from "@public-records/text/safeText"
import { Effect } from "effect"
import { type CommandFlags } from "../flags.ts"
import { makeAnswerStatus, printAnswer } from "../output/mirrorAnswer.ts"
import { noticesBasis } from "../output/noticesBasis.ts"
import { type TableColumn, tableOf } from "../output/table.ts"
import { answerOf } from "../queries/askMirror.ts"
import { openLocalOrMirror } from "../source/openLocal.ts"

const fields = ["id", "date", "transactionNumber", "acquiringParty", "acquiredParty", "role"] as const

const column = (
  name: (typeof fields)[number],
  rank: number,
  minWidth: number,
  grows = false
): TableColumn<PartyNotice> => ({
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

/** Says how the notices were found, or which names are similar. */
const foundText = (name: string, { party, similar, transactions, withoutEnding }: PartyHistory): string => {
  const asked = `No notice names "${safeText(name)}"`
  const shorter = withoutEnding === null ? "" : safeText(withoutEnding)
  if (party.length === 0) {
    const names = similar.map((one) => `"${safeText(one)}"`).join(", ")
    return `${asked}${shorter && `, also without its ending, as "${shorter}"`}. ${names && `Similar names: ${names}. `}`
  }
  const found = shorter && `${asked}. These name it also without its ending, as "${shorter}". `
  return transactions === party.length
    ? found
    : `${found}They are ${counted(transactions, "transaction", "transactions")}: notices with the same transaction number are counted once. `
}

export const party = Effect.fnUntraced(function* (flags: CommandFlags<"party">) {
  const { questions: mirror } = yield* openLocalOrMirror(flags)
  const status = yield* makeAnswerStatus(flags)
  const history = yield* answerOf(status, mirror.party(flags.name))
  const { party: rows } = history
  const { basis, gap, note } = noticesBasis(history)
  yield* printAnswer(flags, status, {
    json: { ...history, note },
    rows,
    columns: fields.map((name) => [name, (notice: PartyNotice) => notice[name]] as const),
    text: (_, tableWidth) => (rows.length === 0 ? "" : tableOf(columns, () => tableWidth).batch(rows)),
    basis: foundText(flags.name, history) + basis,
    gap
  })
}, Effect.scoped)
