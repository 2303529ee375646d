import { exportPartitions } from "../export/partitions.ts"
import { exportToFile } from "../export/toFile.ts"
import { type CommandFlags } from "../flags.ts"
import { complaintKind, noticeKind } from "../output/kinds.ts"

export const exportComplaints = (flags: CommandFlags<"export complaints">) =>
  flags.partitionBy === undefined ? exportToFile(complaintKind, flags) : exportPartitions(flags)

export const exportNotices = (flags: CommandFlags<"export notices">) => exportToFile(noticeKind, flags)
