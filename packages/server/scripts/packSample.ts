/** Writes the complaints of the bundled sample from its daily file. Run it after a change of ids or of the format. */
import { readFile, writeFile } from "node:fs/promises"
import { Readable } from "node:stream"
import { brotliCompressSync, brotliDecompressSync } from "node:zlib"
import { readRecords } from "@public-records/files/readRecordFile"
import { Effect } from "effect"
import { bundledFolder } from "../src/bundledFolder.ts"
import { packedSample } from "../src/dataset/bundledSample.ts"
import { DataSetBuilder } from "../src/dataset/DataSetBuilder.ts"
import { packComplaints } from "../src/dataset/packedComplaints.ts"

const dailyFile = "DNC_Complaint_Numbers_2021-07-08.csv"
const bytes = brotliDecompressSync(await readFile(new URL(`${dailyFile}.br`, bundledFolder)))
const builder = new DataSetBuilder("fail")
await readRecords(Readable.from(bytes, { objectMode: false }), dailyFile, builder)
const complaints = await Effect.runPromise(builder.build("", true).complaints.all)
await writeFile(new URL(packedSample, bundledFolder), brotliCompressSync(packComplaints(complaints)))
