import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { load } from "js-yaml"
import { Schema } from "effect"

const versions = Schema.Record(Schema.String, Schema.String)
const workspaceVersions = Schema.Record(Schema.String, Schema.Struct({ version: Schema.String }))

const LockFile = Schema.Struct({
  importers: Schema.Record(
    Schema.String,
    Schema.Struct({
      dependencies: Schema.optionalKey(workspaceVersions),
      devDependencies: Schema.optionalKey(workspaceVersions),
      optionalDependencies: Schema.optionalKey(workspaceVersions)
    })
  ),
  snapshots: Schema.Record(
    Schema.String,
    Schema.Struct({
      dependencies: Schema.optionalKey(versions),
      optionalDependencies: Schema.optionalKey(versions)
    })
  )
})

const { importers, snapshots } = Schema.decodeUnknownSync(LockFile)(
  load(readFileSync(new URL("../../pnpm-lock.yaml", import.meta.url), "utf8"))
)

/** Returns the direct dependencies of a workspace: folders of workspaces, and names of packages with their versions. */
const dependenciesOfWorkspace = (folder: string): ReadonlyArray<string> => {
  const { dependencies, devDependencies, optionalDependencies } = importers[folder] ?? {}
  // Workspaces bundle some of their development dependencies.
  const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
  return all.map(([name, { version }]) =>
    version.startsWith("link:") ? join(folder, version.slice("link:".length)) : `${name}@${version}`
  )
}

const dependenciesOfPackage = (name: string): ReadonlyArray<string> => {
  const { dependencies, optionalDependencies } = snapshots[name] ?? {}
  return Object.entries({ ...dependencies, ...optionalDependencies }).map((entry) => entry.join("@"))
}

/** Returns all direct and indirect dependencies of a workspace. */
const dependenciesOf = (folder: string): ReadonlySet<string> => {
  const found = new Set([folder])
  for (const one of found) {
    for (const other of one in importers ? dependenciesOfWorkspace(one) : dependenciesOfPackage(one)) found.add(other)
  }
  return found
}

const needsDuckDb = (folder: string): boolean =>
  Array.from(dependenciesOf(folder)).some((name) => name.startsWith("@duckdb/node-bindings@"))

it("DuckDB is installed for a mirror and for exports, but not for the client, the server and the tests of a program", () => {
  for (const name of ["check", "core", "files", "redis", "server", "testing", "text"]) {
    assert.isAbove(dependenciesOf(`packages/${name}`).size, 10, name)
    assert.isFalse(needsDuckDb(`packages/${name}`), name)
  }
  for (const folder of ["packages/mirror", "packages/export", "apps/cli", "apps/tui"])
    assert.isTrue(needsDuckDb(folder), folder)
})
