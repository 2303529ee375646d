import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { runScenarios } from "@public-records/testing/vitest"
import { afterAll, beforeAll } from "vitest"
import { sampledScenarios } from "../../tui/test/sampledScenarios.ts"
import { builtExecutable, program, programOverMirror } from "./drivers.ts"

// Each run in this process would load more than a hundred certificates, which takes longer than the rest of the run. It trusts the
// certificate of its service, as a process does that trusts the default certificates, too.
const defaultCertificates = getCACertificates("default")
beforeAll(() => setDefaultCACertificates([]))
afterAll(() => setDefaultCACertificates(defaultCertificates))

runScenarios(program)
runScenarios(programOverMirror)
// Its program also runs them all in this process, above.
runScenarios(builtExecutable, sampledScenarios(16))
