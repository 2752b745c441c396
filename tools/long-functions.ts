/**
 * Functions have at most 70 lines, components 120 (docs/STYLE.md). Those that were longer when the limit was set are listed: they may
 * shrink, never grow, and leave the list when they are short enough. The list holds the length that each has now, so that none
 * grows back to what it once was.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const LONGEST = 70;
const LONGEST_COMPONENT = 120;

/** Lines by “file name”. */
const LISTED: Readonly<Record<string, number>> = {
  'core/model/perp/naive-orders.ts placeOne': 73,
  'server/backup/ship.ts startShip': 98,
  'server/engine/connect-engine.ts connectEngine': 86,
  'server/gateway/connection.ts openConnection': 78,
  'server/gateway/hub.ts createHub': 136,
  'server/journal/follower.ts followJournal': 103,
  'server/journal/journal.ts startWriter': 85,
  'server/modules/messages/chat.ts createChat': 74,
  'server/modules/spot/binance/account.ts createAccount': 96,
  'server/modules/spot/binance/order-lists.ts createOrderLists': 73,
  'server/modules/spot/routes.ts spotRoutes': 80,
  'server/modules/users/keys/api-keys.ts createApiKeys': 86,
  'server/limits/fair-queue.ts createFairQueue': 76,
  'server/modules/users/service.ts createAccounts': 75,
  'server/modules/users/sessions/sessions.ts createSessions': 89,
  'server/store/projector.ts startProjector': 115,
  'test/calls/site.ts siteExamples': 74,
  'test/misbehaving-proxy.ts startMisbehavingProxy': 80,
  'test/simulator/mounted-disk.ts mount': 93,
  'web/app/features/chat/conversation.ts createConversation': 116,
};

export interface LongFunction {
  /** “file name”, the name of what a nameless function is given to. */
  readonly name: string;
  readonly lines: number;
}

/** The functions of a source that are longer than they may be, outermost first. */
export function longFunctions(path: string, source: string): LongFunction[] {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind);
  const found: LongFunction[] = [];
  const lineOf = (position: number): number => file.getLineAndCharacterOfPosition(position).line;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const lines = lineOf(node.end) - lineOf(node.getStart(file)) + 1;
      const own = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
      const name = own?.getText(file) ?? 'nameless';
      const isComponent = path.endsWith('.tsx') && /^[A-Z]/.test(name);
      if (lines > (isComponent ? LONGEST_COMPONENT : LONGEST)) found.push({ name: `${path} ${name}`, lines });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Answers every breach, one line each. Tests of vitest are left out: their functions are lists of tests. */
export function checkLongFunctions(root: string): { ok: boolean; output: string } {
  const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = paths
    .split('\n')
    .filter((path) => path !== '' && !/\.test\.tsx?$/.test(path) && existsSync(join(root, path)));
  const long = files.flatMap((path) => longFunctions(path, readFileSync(join(root, path), 'utf8')));
  const breaches = judgeLongFunctions(long, LISTED);
  return { ok: breaches.length === 0, output: breaches.join('\n') };
}

/** What is wrong between the long functions that there are and the list, which holds the exact length of each of them. */
export function judgeLongFunctions(
  found: readonly LongFunction[],
  listed: Readonly<Record<string, number>>,
): readonly string[] {
  const breaches = found.flatMap(({ name, lines }) => {
    const allowed = listed[name];
    if (allowed === undefined) return [`${name}: ${lines} lines`];
    if (lines > allowed) return [`${name}: ${lines} lines, it had ${allowed}`];
    // A figure left too large would let the function grow back unseen.
    return lines < allowed ? [`${name} has ${lines} lines: lower its figure on the list from ${allowed}`] : [];
  });
  const names = new Set(found.map(({ name }) => name));
  const short = Object.keys(listed).filter((name) => !names.has(name));
  return [...breaches, ...short.map((name) => `${name} is short enough: take it off the list`)];
}
