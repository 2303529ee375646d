import { type PartyHistory } from "@public-records/mirror"
import { counted } from "@public-records/text/counts"

/** Says which notices an answer is based on. */
export const noticesBasis = ({
  lastChanged,
  notices,
  readToTheEnd
}: Pick<PartyHistory, "lastChanged" | "notices" | "readToTheEnd">) => {
  const note = readToTheEnd
    ? "based on all notices that the service had when they were read"
    : "the notices of the service were not read to the end, so the mirror may lack some"
  const until = lastChanged === null ? "" : `, the last changed on ${lastChanged.slice(0, 10)}`
  const sentence = `${note.charAt(0).toUpperCase()}${note.slice(1)}.`
  return {
    note,
    basis: `Based on ${counted(notices, "notice", "notices")}${until}. ${sentence}`,
    gap: readToTheEnd ? "" : "some notices of the service"
  }
}
