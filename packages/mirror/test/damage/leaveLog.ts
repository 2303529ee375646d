/** Changes a mirror and is killed before the change is in the file, so that a log remains: `node leaveLog.ts MIRROR`. */
import { Effect } from "effect"
import { Engine } from "../../src/store/Engine.ts"
import { raw } from "../../src/store/sql.ts"

const [, , path = ""] = process.argv

const program = Effect.gen(function* () {
  const engine = yield* Engine.start({ name: path, path }, 1)
  const db = yield* engine.connection("memory")
  yield* db.run(raw(`attach '${path}' as other; begin; insert into other.meta values('logged', 'yes'); commit`))
  process.kill(process.pid, "SIGKILL")
})

await Effect.runPromise(Effect.scoped(program))
