import { complaintClasses } from "./complaintQuestions.ts"
import { sampleComplaints } from "./ComplaintSample.ts"
import { noticeClasses } from "./noticeQuestions.ts"
import { sampleNotices } from "./NoticeSample.ts"
import { type QuestionClass } from "./Question.ts"
import { type ServerProcess } from "./ServerProcess.ts"

/** The classes of questions to a reference server, with values that its data set holds. */
export const questionClasses = async (server: ServerProcess, limit: number): Promise<ReadonlyArray<QuestionClass>> => [
  ...complaintClasses(await sampleComplaints(server), limit),
  ...noticeClasses(await sampleNotices(server), limit)
]
