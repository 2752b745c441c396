/** `npm run -s bench:conform -- FILE > REPORT`: what the core's book did with the file's records (see conformance.ts). */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConformanceRun } from '../core/conformance.ts';
import { RECORD } from '../core/records.ts';

const CHUNK_LINES = 20_000;
const RECORD_BYTES = RECORD * 4;

function main(): number {
  const [file] = process.argv.slice(2);
  if (file === undefined) {
    process.stderr.write('Name the file of records: npm run -s bench:conform -- FILE\n');
    return 2;
  }
  const bytes = readFileSync(resolve(process.env['INIT_CWD'] ?? '.', file));
  if (bytes.length % RECORD_BYTES !== 0) {
    process.stderr.write(`${file} is no file of ${RECORD_BYTES}-byte records: it has ${bytes.length} bytes\n`);
    return 2;
  }
  const records = new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  let lines: string[] = [];
  let separator = '';
  const flush = (): void => {
    if (lines.length === 0) return;
    process.stdout.write(separator + lines.join('\n'));
    separator = '\n';
    lines = [];
  };
  const run = new ConformanceRun(records, (line) => {
    lines.push(line);
    if (lines.length === CHUNK_LINES) flush();
  });
  run.run(0, records.length / RECORD);
  flush();
  const defects = run.defects();
  for (const defect of defects) process.stderr.write(`void: ${defect}\n`);
  return defects.length === 0 ? 0 : 1;
}

process.exitCode = main();
