/**
 * Makes core/kernel/program.ts of the kernel's sources. The program stands beside them, because the core is started from its sources, and
 * because the compiler weighs a hundred megabytes that nobody needs who does not change the kernel: it is fetched when it is called for.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '..');
const COMPILER = 'assemblyscript@0.28.20';
const COMPILER_AT = join(ROOT, 'node_modules/.cache', COMPILER);
const PROGRAM = 'core/kernel/program.ts';
const ASSEMBLY = 'core/kernel/assembly';
/** What its sources import from the core. */
const SHARED = [
  'core/kernel/ended-layout.ts',
  'core/kernel/layout.ts',
  'core/kernel/name-layout.ts',
  'core/kernel/perp-layout.ts',
  'core/kernel/order-record.ts',
  'core/protocol/event-row-places.ts',
];
/** The memory comes from the core; nothing of the language's own runtime is needed. */
const OPTIONS = ['-O3', '--runtime', 'stub', '--importMemory', '--initialMemory', '32', '--maximumMemory', '65536'];
/** Hexadecimal digits of a line. */
const LINE = 240;

/** What is used of the compiler. */
interface Compiler {
  main(
    argv: readonly string[],
    files: {
      readFile(name: string, folder: string): string | null;
      writeFile(name: string, content: Uint8Array | string): void;
      listFiles(): string[];
    },
  ): Promise<{ readonly error: Error | null; readonly stderr: { toString(): string } }>;
}

/** Null where the program is made of the sources as they are, and whole; else what to do. */
export function checkKernel(): string | null {
  const text = readFileSync(join(ROOT, PROGRAM), 'utf8');
  const bytes = Buffer.from([...text.matchAll(/'([0-9a-f]+)'/g)].map(([, digits]) => digits).join(''), 'hex');
  if (text === textOf(bytes)) return null;
  return `${PROGRAM} was made of other sources than ${ASSEMBLY}, or was changed by hand: run node tools/build-kernel.ts`;
}

function hashOfSources(): string {
  const own = readdirSync(join(ROOT, ASSEMBLY)).filter((name) => name.endsWith('.ts'));
  const paths = [...own.map((name) => `${ASSEMBLY}/${name}`), ...SHARED].sort();
  const hash = createHash('sha256').update([COMPILER, ...OPTIONS].join(' '));
  for (const path of paths) hash.update(`\n${path}\n`).update(readFileSync(join(ROOT, path)));
  return hash.digest('hex');
}

async function build(): Promise<void> {
  const source = textOf(await compile(await compiler()));
  writeFileSync(join(ROOT, PROGRAM), source);
}

async function compiler(): Promise<Compiler> {
  const main = join(COMPILER_AT, 'node_modules/assemblyscript/dist/asc.js');
  if (!existsSync(main)) execFileSync('npm', ['install', '--prefix', COMPILER_AT, '--no-save', COMPILER]);
  return ((await import(pathToFileURL(main).href)) as { readonly default: Compiler }).default;
}

async function compile(asc: Compiler): Promise<Uint8Array> {
  let program: Uint8Array | null = null;
  const { error, stderr } = await asc.main([`${ASSEMBLY}/index.ts`, '--outFile', 'kernel.wasm', ...OPTIONS], {
    readFile: (name, folder) => {
      const path = join(ROOT, folder, name);
      return existsSync(path) ? readFileSync(path, 'utf8') : null;
    },
    writeFile: (name, content) => {
      if (name === 'kernel.wasm' && typeof content !== 'string') program = content;
    },
    listFiles: () => [],
  });
  if (error) throw new Error(`the kernel does not compile: ${error.message}\n${stderr.toString()}`);
  if (program === null) throw new Error('the compiler wrote no program');
  return program;
}

function textOf(program: Uint8Array): string {
  const lines =
    Buffer.from(program)
      .toString('hex')
      .match(new RegExp(`.{1,${LINE}}`, 'g')) ?? [];
  return [
    '/**\n * The kernel’s program, made by tools/build-kernel.ts of core/kernel/assembly: change it there.',
    ` * Of which sources: ${hashOfSources()}\n * Which bytes: ${createHash('sha256').update(program).digest('hex')}\n */`,
    'export const PROGRAM =',
    `${lines.map((line) => `  '${line}'`).join(' +\n')};\n`,
  ].join('\n');
}

if (import.meta.main) await build();
