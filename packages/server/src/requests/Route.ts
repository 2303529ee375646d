import { decodedSegment } from "./RequestParameters.ts"

/** A documented route of the service. */
export type CollectionRoute =
  | { readonly _tag: "ComplaintList" }
  | { readonly _tag: "Complaint"; readonly id: string }
  | { readonly _tag: "NoticeList" }
  | { readonly _tag: "Notice"; readonly id: string }

/** Any route of this server. */
export type Route =
  | CollectionRoute
  | { readonly _tag: "Root" }
  | { readonly _tag: "Health" }
  | { readonly _tag: "Contract" }
  | { readonly _tag: "Docs" }

const complaints = "/v0/dnc-complaints"
const notices = "/v0/hsr-early-termination-notices"

const idUnder = (collection: string, path: string): string | undefined => {
  if (!path.startsWith(`${collection}/`)) return undefined
  const rest = path.slice(collection.length + 1)
  return rest === "" || rest.includes("/") ? undefined : decodedSegment(rest)
}

/** Returns the route of a path, or `undefined` if it does not exist. */
export const routeOf = (path: string): Route | undefined => {
  if (path === complaints) return { _tag: "ComplaintList" }
  if (path === notices) return { _tag: "NoticeList" }
  if (path === "/") return { _tag: "Root" }
  if (path === "/health") return { _tag: "Health" }
  if (path === "/openapi.json") return { _tag: "Contract" }
  if (path === "/docs") return { _tag: "Docs" }
  const complaintId = idUnder(complaints, path)
  if (complaintId !== undefined) return { _tag: "Complaint", id: complaintId }
  const noticeId = idUnder(notices, path)
  if (noticeId !== undefined) return { _tag: "Notice", id: noticeId }
  return undefined
}
