import { homeFolder, homeVariable } from "@public-records/text/home"
import { ConfigProvider, Effect } from "effect"
import * as UserDirectories from "effect/persistence/UserDirectories"
import { type Environment } from "./Host.ts"

/**
 * Returns the folder in which the program keeps one kind of its files, by the conventions of the platform. Ignores an `XDG_` variable
 * with a relative path.
 */
export const userFolder = (kind: "config" | "data" | "cache", environment: Environment) => {
  const provider = ConfigProvider.fromEnvRecord({ ...environment, [homeVariable]: homeFolder(environment) })
  const { [kind]: folderOf } = UserDirectories.make()
  // It fails only without a home folder.
  return folderOf("public-records").pipe(Effect.provideService(ConfigProvider.ConfigProvider, provider), Effect.orDie)
}
