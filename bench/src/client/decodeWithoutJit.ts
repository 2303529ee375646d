import { besideParsing } from "./decode.ts"
import { report } from "./report.ts"

report(await besideParsing("no JIT", { stated: true }))
