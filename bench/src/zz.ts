import { startWalkedService } from "./walkedService.ts"
import { byClientOverUndici, byUndici } from "./walkers.ts"
const service = await startWalkedService()
const cpu = async (f: any) => { const c = process.cpuUsage(); const t = performance.now(); await f(service); const d = process.cpuUsage(c); return [(d.user + d.system) / 1000, performance.now() - t] }
for (let i = 0; i < 6; i++) { await cpu(byClientOverUndici); await cpu(byUndici) }
const a = [], b = []
for (let i = 0; i < 15; i++) { a.push(await cpu(byClientOverUndici)); b.push(await cpu(byUndici)) }
const med = (x: any, k: number) => x.map((y: any) => y[k]).sort((p: number, q: number) => p - q)[x.length >> 1].toFixed(1)
console.log("ours cpu", med(a, 0), "wall", med(a, 1), "| bare cpu", med(b, 0), "wall", med(b, 1))
await service.close()
