import { Effect } from "effect"
import fs from "node:fs/promises"
import { syncBuiltinESMExports } from "node:module"
import { basename, dirname, join } from "node:path"
import { vi } from "vitest"

/** The contents of a folder's files by name. */
export type Files = ReadonlyMap<string, Buffer>

/** The possible states of a folder after a power failure. */
export interface Remains {
  /** The last call before the power cut, such as `sync july.csv.partial`. */
  readonly after: string
  /** Only synced files, with names as of the last sync of the folder. */
  readonly flushed: Files
  /** Every name as it was, but only the synced contents: file systems may write names before data. */
  readonly named: Files
}

/** A file, whatever its names are. */
interface Inode {
  /** The content that survives a power cut. */
  synced: Buffer
}

const contentsOf = (names: ReadonlyMap<string, Inode>): Files =>
  new Map(Array.from(names, ([name, { synced }]) => [name, synced]))

/** Records the calls that determine which files of a folder remain after a power failure. */
const startRecording = (folder: string) => {
  const current = new Map<string, Inode>()
  let durable: ReadonlyMap<string, Inode> = new Map()
  const moments: Array<Remains> = []
  const isInside = (path: string): boolean => dirname(path) === folder
  const note = (after: string): void => {
    moments.push({ after, flushed: contentsOf(durable), named: contentsOf(current) })
  }

  const { open, rename, rm } = fs
  const spies = [
    vi.spyOn(fs, "open").mockImplementation(async (path, flags, mode) => {
      const handle = await open(path, flags, mode)
      const name = basename(String(path))
      const syncFile = async (): Promise<void> => {
        const inode = current.get(name)
        if (inode === undefined) return
        inode.synced = await fs.readFile(String(path))
        // Journaling file systems write the name of a new file with its content.
        if (!durable.has(name)) durable = new Map([...durable, [name, inode]])
        note(`sync ${name}`)
      }
      const syncFolder = async (): Promise<void> => {
        durable = new Map(current)
        note("sync the folder")
      }
      if (String(path) === folder) vi.spyOn(handle, "sync").mockImplementation(syncFolder)
      else if (isInside(String(path))) {
        if (!current.has(name)) current.set(name, { synced: Buffer.alloc(0) })
        vi.spyOn(handle, "sync").mockImplementation(syncFile)
        vi.spyOn(handle, "datasync").mockImplementation(syncFile)
      }
      return handle
    }),
    vi.spyOn(fs, "rename").mockImplementation(async (from, to) => {
      await rename(from, to)
      const inode = current.get(basename(String(from)))
      if (inode === undefined || !isInside(String(from))) return
      current.delete(basename(String(from)))
      current.set(basename(String(to)), inode)
      note(`rename ${basename(String(from))} to ${basename(String(to))}`)
    }),
    vi.spyOn(fs, "rm").mockImplementation(async (path, options) => {
      await rm(path, options)
      if (isInside(String(path)) && current.delete(basename(String(path)))) note(`remove ${basename(String(path))}`)
    })
  ]
  syncBuiltinESMExports()
  const stop = (): void => {
    for (const spy of spies) spy.mockRestore()
    syncBuiltinESMExports()
  }
  /** Counts a file that is there already, with its content on disk. */
  const add = async (name: string): Promise<void> => {
    current.set(name, { synced: await fs.readFile(join(folder, name)) })
    durable = new Map(current)
  }
  return { moments, stop, add }
}

/** Runs an effect and returns the files of a folder that would remain after a power failure at each call. */
export const recorded = <A, E, R>(folder: string, effect: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.promise(async () => {
      const names = await fs.readdir(folder)
      const recording = startRecording(folder)
      for (const name of names) await recording.add(name)
      return recording
    }),
    ({ moments }) => Effect.as(effect, moments),
    ({ stop }) => Effect.sync(stop)
  )

/** Runs an effect and passes each file or folder that it opens to a function. */
export const onOpen = <A, E, R>(
  take: (handle: fs.FileHandle, path: string) => void,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const { open } = fs
      const spy = vi.spyOn(fs, "open").mockImplementation(async (path, flags, mode) => {
        const handle = await open(path, flags, mode)
        take(handle, String(path))
        return handle
      })
      syncBuiltinESMExports()
      return spy
    }),
    () => effect,
    (spy) =>
      Effect.sync(() => {
        spy.mockRestore()
        syncBuiltinESMExports()
      })
  )
