/**
 * Writes a .br and a .gz beside every built text file, so that the server sends the small one without spending a
 * request's time on it. A file that hardly shrinks is left alone.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const TEXT = /\.(?:js|css|svg|json|txt|webmanifest)$/;
/** Below it the headers of an answer weigh more than what is saved. */
const LEAST_BYTES = 512;
const WORTH = 0.9;

/** Answers how many files got smaller twins. */
export function precompress(folder: string): number {
  let count = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!TEXT.test(name)) continue;
    const path = join(folder, name);
    const bytes = readFileSync(path);
    if (bytes.length < LEAST_BYTES) continue;
    const small = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
    if (small.length > bytes.length * WORTH) continue;
    writeFileSync(`${path}.br`, small);
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    count++;
  }
  return count;
}
