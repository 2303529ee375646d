import { listOf } from "./responses.ts"

export const id = (place: number): string => String(place).padStart(32, "0")
export const complaint = (attributes: object = {}, place = 1) => ({
  type: "dnc_complaint",
  id: id(place),
  attributes: {
    "created-date": "2021-07-07 10:00:00",
    "violation-date": "2021-07-06 09:00:00",
    "consumer-city": "Cleveland",
    "consumer-state": "Ohio",
    "consumer-area-code": "216",
    "recorded-message-or-robocall": "Y",
    ...attributes
  }
})

/** Returns the newest complaints, which filters take their values from. */
export const newestOf = (...complaints: ReadonlyArray<unknown>) => ({ "newest complaints": listOf(complaints) })
