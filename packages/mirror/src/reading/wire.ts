import { type Complaint, complaintDecoder, keepLink, type Notice, noticeDecoder } from "@public-records/core"
import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import type { PlainNotice } from "@public-records/files/PlainNotice"

/** Returns a complaint as core reads it from a response. It has no link. */
export const complaintOf = (plain: PlainComplaint): Complaint =>
  complaintDecoder.read(
    {
      type: "dnc_complaint",
      id: plain.id,
      attributes: {
        "company-phone-number": plain.companyPhoneNumber,
        "created-date": plain.createdDate,
        "violation-date": plain.violationDate,
        "consumer-city": plain.consumerCity,
        "consumer-state": plain.consumerState,
        "consumer-area-code": plain.consumerAreaCode,
        subject: plain.subject,
        "recorded-message-or-robocall": plain.recordedMessageOrRobocall
      }
    },
    keepLink
  )

/** Returns a notice as core reads it from a response. It has no link. */
export const noticeOf = (plain: PlainNotice): Notice =>
  noticeDecoder.read(
    {
      type: "early_termination_notice",
      id: plain.id,
      attributes: {
        title: plain.title,
        "transaction-number": plain.transactionNumber,
        "acquired-entities": plain.acquiredEntities,
        "acquired-party": plain.acquiredParty,
        "acquiring-party": plain.acquiringParty,
        date: plain.date,
        created: plain.created,
        updated: plain.updated,
        tags: plain.tags
      }
    },
    keepLink
  )
