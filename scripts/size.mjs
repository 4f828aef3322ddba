// node scripts/size.mjs FILE...: the bytes of each file and of all, raw, gzip -9 and brotli 11.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const rows = process.argv.slice(2).map((path) => {
  const bytes = readFileSync(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return [basename(path), bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes, { params }).length];
});
const sum = (column) => rows.reduce((total, row) => total + row[column], 0);
for (const row of [["part", "raw", "gzip", "brotli"], ...rows, ["all", sum(1), sum(2), sum(3)]]) {
  console.log(row.map((cell, column) => (column ? String(cell).padStart(10) : cell.padEnd(20))).join(" "));
}
