import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { processFolder } from "@public-records/testing/drivers/processFolder"
import { keyOf, type SampleService } from "@public-records/testing/drivers/SampleService"
import { type ServiceSetup } from "@public-records/testing/Scenario"
import { Option } from "effect"

/** Compile cache of Node.js, shared by the runs of one test process so that they start faster. */
const compileCacheFolder = processFolder()

/** Returns an environment without the settings of the current user. */
export const environmentIn = (folder: string) => ({
  PATH: "",
  HOME: folder,
  XDG_CONFIG_HOME: folder,
  XDG_CACHE_HOME: compileCacheFolder
})

/** Returns the flags and environment that connect the executable to the service and hide the settings of the current user. */
export const connectionArguments = (service: SampleService, setup: ServiceSetup, folder: string) => {
  const certificate = join(folder, "certificate.pem")
  Option.map(service.server.certificate, ({ pem }) => writeFileSync(certificate, pem))
  const key = keyOf(setup)
  return {
    flags: ["--base-url", service.baseUrl, ...(setup.isSecure ? ["--ca", certificate] : ["--allow-http"])],
    environment: { ...environmentIn(folder), ...(key === undefined ? {} : { PUBLIC_RECORDS_API_KEY: key }) }
  }
}
