/**
 * docs/ADDING_A_DOMAIN.md is true: what it says is done in a copy of the project, to the letter; the copy is checked and built, and the
 * tests that the page brings run in it.
 */
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/ADDING_A_DOMAIN.md'), 'utf8');
const NOT_COPIED = new Set(['node_modules', 'build', '.git', '.react-router', 'data']);
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'agio-domain-'));
  for (const name of readdirSync(root))
    if (!NOT_COPIED.has(name))
      cpSync(join(root, name), join(copy, name), {
        recursive: true,
        filter: (source) =>
          !NOT_COPIED.has(
            source
              .slice(root.length + 1)
              .split('/')
              .at(-1)!,
          ),
      });
  linkPackages();
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Those of the registry are shared; the project's own are the copy's. */
function linkPackages(): void {
  const modules = join(copy, 'node_modules');
  mkdirSync(join(modules, '@agio'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@agio' && name !== '.vite' && name !== '.cache')
      symlinkSync(join(root, 'node_modules', name), join(modules, name));
  for (const name of readdirSync(join(root, 'node_modules/@agio')))
    symlinkSync(join(copy, name), join(modules, '@agio', name));
}

interface Block {
  readonly file: string;
  readonly language: string;
  readonly text: string;
}

/** The fenced blocks, each with the last file that was named on a line of its own before it. */
function readBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  let file = '';
  for (const [, named, language, text] of markdown.matchAll(/^`([^`\n]+)`$|^```(\w+)\n([\s\S]*?)^```$/gm)) {
    if (named) file = named;
    else blocks.push({ file, language: language!, text: text! });
  }
  return blocks;
}

/** Does what a block says. A new file must be new; the lines that a change stands between must be there once. */
function follow({ file, language, text }: Block): void {
  const path = join(copy, file);
  if (language !== 'diff') {
    if (existsSync(path)) throw new Error(`${file} is there already`);
    mkdirSync(dirname(path), { recursive: true });
    return writeFileSync(path, text);
  }
  const lines = text.trimEnd().split('\n');
  const side = (left: string): string =>
    lines
      .filter((line) => line[0] === ' ' || line[0] === left)
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  const [before, after] = [side('-'), side('+')];
  const parts = readFileSync(path, 'utf8').split(before);
  if (parts.length !== 2) throw new Error(`${file} has these lines ${parts.length - 1} times, not once:\n${before}`);
  writeFileSync(path, parts.join(after));
}

interface Done {
  readonly ok: boolean;
  readonly told: string;
}

/** Runs a program of the registry in a folder of the copy. */
const run = (folder: string, program: string, ...args: string[]): Promise<Done> =>
  runNode(folder, join(root, 'node_modules', program), ...args);

function runNode(folder: string, ...args: string[]): Promise<Done> {
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      args,
      { cwd: join(copy, folder), maxBuffer: 2 ** 26, env: { ...process.env, VITEST: undefined, NODE_ENV: undefined } },
      (error, out, errors) => resolve({ ok: error === null, told: stripVTControlCharacters(out + errors) }),
    ),
  );
}

/** Imports that the boundaries forbid. The shared packages lie outside of the copy, which no rule expects: they are passed over. */
async function breaches(): Promise<string[]> {
  const folders = ['core', 'contracts', 'server', 'web/app', 'test'];
  const { told } = await run(
    '',
    'dependency-cruiser/bin/dependency-cruiser.mjs',
    '--config',
    'tools/boundaries.cjs',
    ...folders,
  );
  return told.split('\n').filter((line) => /^ *error /.test(line) && !line.includes('/node_modules/'));
}

/** What `npm run check` says of docs/ROOMS.md in the copy. */
async function roomsVerdict(): Promise<string> {
  const check =
    "import('./tools/rooms.ts').then(({ checkRooms }) => process.stdout.write(JSON.stringify(checkRooms())))";
  return (await runNode('', '--eval', check)).told;
}

test('a domain that is added as docs/ADDING_A_DOMAIN.md says type-checks, keeps the boundaries, and works from a trade to the page', async () => {
  const blocks = readBlocks(page);
  expect(blocks.length).toBeGreaterThan(15);
  for (const block of blocks) follow(block);

  const done = { ok: true, told: expect.anything() };
  expect(await run('web', '@react-router/dev/bin.cjs', 'build')).toEqual(done);
  expect(await breaches()).toEqual([]);
  expect(await run('', 'typescript7/bin/tsc', '-b')).toEqual(done);
  expect(await runNode('', 'tools/rooms.ts')).toEqual(done);
  expect(await roomsVerdict()).toBe('{"ok":true,"output":""}');
  const proofs = ['streak', 'tools/glossary'];
  const tested = await run('', 'vitest/vitest.mjs', 'run', '--project', 'unit', '--project', 'exchange', ...proofs);
  expect(tested.told).toMatch(/Test Files +3 passed \(3\)\n +Tests +\d+ passed/);
}, 600_000);
