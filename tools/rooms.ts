/**
 * docs/ROOMS.md: the folders of the product as rooms, and which imports from which, read from the code. `node tools/rooms.ts` writes
 * it; `npm run check` fails while it does not say what the imports say, or where rooms import each other in a circle.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const PAGE = join(ROOT, 'docs/ROOMS.md');

interface Plan {
  readonly title: string;
  readonly says: string;
  readonly folders: readonly string[];
  /** The room of a file, by its path from the root; null: none of this plan. */
  roomOf(path: string): string | null;
}

/** The first folder below; a file that lies beside the folders is of the room `face`. */
const below = (folder: string, face: string) => (path: string) => {
  const [first, second] = path.slice(folder.length + 1).split('/');
  return second === undefined ? face : first!;
};
/** Code that tests the core and is not part of it. */
const PROOF = new Set(['model', 'testing']);

const PLANS: readonly Plan[] = [
  {
    title: 'The whole',
    says: 'The pages take from the core its formulas, its integers and its words alone.',
    folders: ['core', 'contracts', 'server', 'web/app', 'web/ui', 'web/formula-engine'],
    roomOf: (path) => /^(web\/[a-z-]+|[a-z]+)\//.exec(path)![1]!,
  },
  {
    title: 'The core',
    says: 'Each room stands on a floor of its own or beside others that do not know it; `index` is the face.',
    folders: ['core'],
    roomOf(path) {
      const room = below('core', path.endsWith('fixed.ts') ? 'fixed' : 'index')(path);
      if (PROOF.has(room)) return null;
      return room === 'perp' ? (/^core\/(perp\/[a-z-]+)\//.exec(path)?.[1] ?? 'perp') : room;
    },
  },
  {
    title: 'The server',
    says: '`main` is the process and the composition: every file that lies beside the rooms, but for `config.ts`.',
    folders: ['server'],
    roomOf: (path) => (path === 'server/config.ts' ? 'config' : below('server', 'main')(path)),
  },
  {
    title: 'The modules of the server',
    says: 'A module sees the faces of those below it; `module` are the two files beside them, which say what one hands over.',
    folders: ['server/modules'],
    roomOf: below('server/modules', 'module'),
  },
  {
    title: 'The pages',
    says: '`routes` are the files that lie beside the rooms: the list of pages, and where a page begins on the server and in the browser.',
    folders: ['web/app'],
    roomOf: below('web/app', 'routes'),
  },
];
type Arrows = ReadonlyMap<string, ReadonlyMap<string, number>>;

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!['node_modules', 'build', 'dist'].includes(entry.name)) yield* sources(path);
    } else if (/\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)) yield path;
  }
}

/** The imports of a file, as paths from the root; packages of others are left out. */
function importsOf(path: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap(([, name = '']) => {
    if (name.startsWith('.')) return name.includes('+types') ? [] : [normalize(join(dirname(path), name))];
    const [, owner, rest = ''] = /^@agio\/(core|contracts)(?:\/(.+))?$/.exec(name) ?? [];
    if (owner === undefined) return [];
    return [owner === 'core' ? coreFile(rest) : `contracts/${rest}.ts`];
  });
}

/** The exports of core/package.json. */
const coreFile = (name: string): string =>
  ({
    fixed: 'core/fixed.ts',
    formulas: 'core/formulas/index.ts',
    words: 'core/protocol/words.ts',
    durations: 'core/protocol/durations.ts',
  })[name] ?? 'core/index.ts';

function arrowsOf({ folders, roomOf }: Plan): Arrows {
  const arrows = new Map<string, Map<string, number>>();
  const isInside = (path: string): boolean => folders.some((folder) => path.startsWith(`${folder}/`));
  for (const path of folders.flatMap((folder) => [...sources(folder)])) {
    const from = roomOf(path);
    if (from === null) continue;
    const known = arrows.get(from) ?? new Map<string, number>();
    arrows.set(from, known);
    for (const to of importsOf(path).filter(isInside).map(roomOf))
      if (to !== null && to !== from) known.set(to, (known.get(to) ?? 0) + 1);
  }
  return arrows;
}

/** Everything that can be reached from a room, itself only through a circle. */
function reachOf(arrows: Arrows, room: string): Set<string> {
  const reached = new Set<string>();
  const ahead = [...(arrows.get(room)?.keys() ?? [])];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop())
    if (!reached.has(next)) {
      reached.add(next);
      ahead.push(...(arrows.get(next)?.keys() ?? []));
    }
  return reached;
}

/** Rooms that reach each other, by their names; each set once. */
function circlesOf(arrows: Arrows): string[] {
  const circles = [...arrows.keys()].flatMap((room) => {
    const reached = reachOf(arrows, room);
    if (!reached.has(room)) return [];
    return [
      [...reached]
        .filter((other) => reachOf(arrows, other).has(room))
        .toSorted()
        .join(' '),
    ];
  });
  return [...new Set(circles)];
}

/** Without arrows that a longer way says already, so that the drawing shows who stands on whom. */
function drawing(arrows: Arrows): string[] {
  const id = (room: string): string => room.replaceAll(/[^a-z]/g, '_');
  const lines = ['```mermaid', 'flowchart TD'];
  for (const [room, known] of [...arrows].toSorted(([a], [b]) => a.localeCompare(b, 'en'))) {
    lines.push(`  ${id(room)}["${room}"]`);
    const others = [...known.keys()];
    const isSaidAlready = (to: string): boolean =>
      others.some((other) => other !== to && !reachOf(arrows, to).has(other) && reachOf(arrows, other).has(to));
    for (const to of others.filter((other) => !isSaidAlready(other)).toSorted())
      lines.push(`  ${id(room)} --> ${id(to)}`);
  }
  return [...lines, '```'];
}

function section(plan: Plan): { readonly lines: readonly string[]; readonly circles: readonly string[] } {
  const arrows = arrowsOf(plan);
  const circles = circlesOf(arrows);
  const rows = [...arrows].toSorted(
    ([a], [b]) => reachOf(arrows, a).size - reachOf(arrows, b).size || (a < b ? -1 : 1),
  );
  const counts = (known: ReadonlyMap<string, number>): string =>
    [...known]
      .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .map(([room, count]) => `${room} ${count}`)
      .join(', ');
  const lines = [
    `## ${plan.title}`,
    `${plan.says} ${circles.length === 0 ? 'No circle.' : `Circles: ${circles.join('; ')}.`}`,
    '',
    ...drawing(arrows),
    '',
    '| room | imports from |',
    '|---|---|',
    ...rows.map(([room, known]) => `| \`${room}\` | ${counts(known) || '—'} |`),
    '',
  ];
  return { lines, circles };
}

function roomsPage(): { readonly page: string; readonly circles: readonly string[] } {
  const sections = PLANS.map(section);
  const head = [
    '# Rooms',
    '',
    'Made by `node tools/rooms.ts` from the imports of the product’s code, without tests. An arrow points to what is imported; one that a',
    'longer way says already is left out of the drawing and stands in the table, with how many imports there are. Rooms stand in the',
    'table in the order of how much they can reach, those that know nobody first. Who may import whom is in',
    '[tools/boundaries.cjs](../tools/boundaries.cjs); what each room is for, in [ARCHITECTURE.md](ARCHITECTURE.md).',
    '',
  ];
  return {
    page: [...head, ...sections.flatMap(({ lines }) => lines)].join('\n').trimEnd() + '\n',
    circles: sections.flatMap(({ circles }) => circles),
  };
}

export function checkRooms(): { ok: boolean; output: string } {
  const { page, circles } = roomsPage();
  const breaches = circles.map((circle) => `rooms that import each other in a circle: ${circle}`);
  if (readFileSync(PAGE, 'utf8') !== page)
    breaches.push('docs/ROOMS.md is not what the imports say: run node tools/rooms.ts');
  return { ok: breaches.length === 0, output: breaches.join('\n') };
}

if (import.meta.main) {
  const { page, circles } = roomsPage();
  writeFileSync(PAGE, page);
  process.stdout.write(
    `${relative(process.cwd(), PAGE)} is written.\n${circles.map((circle) => `A circle: ${circle}\n`).join('')}`,
  );
}
