import { type Schedule } from "../soak/Schedule.ts"

/** A schedule without faults. */
export const faultFreeSchedule: Schedule = {
  seed: 1,
  collection: "complaints",
  records: 150,
  profile: "documented",
  filter: "none",
  order: "DESC",
  sortBy: "created",
  limit: 50,
  offset: 0,
  requestsPerHour: 1000,
  serviceLimit: undefined,
  maxRetryAfterSeconds: 120,
  quirks: {},
  faults: { seed: 1, faults: [] }
}
