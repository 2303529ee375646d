import { type OutputFlags } from "./outputFlags.ts"
import { type complaintQueryFlags, type noticeQueryFlags } from "./queryFlags.ts"
import { type SourceFlags } from "./sourceFlags.ts"

type FlagTexts<Flags> = { readonly [Name in keyof Flags]: string | undefined }
type Amount = { readonly all: boolean; readonly max: string | undefined; readonly failIfEmpty: boolean }

/** The flags of `complaints list`. */
export type ComplaintListFlags = FlagTexts<typeof complaintQueryFlags> & Amount & SourceFlags & OutputFlags

/** The flags of `notices list`. */
export type NoticeListFlags = FlagTexts<typeof noticeQueryFlags> & Amount & SourceFlags & OutputFlags

/** What `get` was given. */
export type GetFlags = SourceFlags & OutputFlags & { readonly id: string }
