import "effect/schema/SchemaJITCompiler/enable"
import { besideParsing, besidePeers } from "./decode.ts"
import { report } from "./report.ts"

report([...(await besideParsing("JIT", { atMost: 1.8 })), ...(await besidePeers())])
