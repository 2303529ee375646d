import { createClient, PublicRecordsError, subjectLabel } from "@public-records/core/promise"

const form = document.querySelector("form")
const status = document.querySelector("[role=status]")
const list = document.querySelector("ol")

const textOf = (fields: FormData, name: string): string => String(fields.get(name) ?? "")

/** Lists the newest complaints of a state. Visitors enter their own API key, because every visitor could read a key in the page. */
const show = async (fields: FormData): Promise<void> => {
  const baseUrl = textOf(fields, "service")
  // Plain HTTP is for a server on this machine only.
  const allowHttp = URL.canParse(baseUrl) && new URL(baseUrl).hostname === "127.0.0.1"
  try {
    await using client = createClient({ apiKey: textOf(fields, "key"), baseUrl, allowHttp, deadline: "10 seconds" })
    const { records, total } = await client.complaints.page({ state: textOf(fields, "state"), limit: 10 })
    const lines = records.map(({ companyPhoneNumber, createdDate, subject }) => {
      const line = document.createElement("li")
      line.textContent = `${createdDate} ${companyPhoneNumber ?? "no number"}: ${subjectLabel(subject ?? "")}`
      return line
    })
    list?.replaceChildren(...lines)
    if (status !== null)
      status.textContent = `The newest ${records.length} of ${total ?? "an unknown number of"} complaints`
  } catch (error) {
    if (!(error instanceof PublicRecordsError)) throw error
    if (status !== null) status.textContent = error.message
  }
}

form?.addEventListener("submit", (event) => {
  event.preventDefault()
  void show(new FormData(form))
})
