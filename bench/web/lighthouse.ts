/**
 * Lighthouse on one page: a phone on a simulated slow line. It is asked for when it is needed rather than installed with
 * the project (decision 052); LIGHTHOUSE may name a program that is there already.
 */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findChromium } from '../../tools/chromium.ts';
import { BUDGETS, type Measured } from './budgets.ts';

const VERSION = '13.5.0';
const SCORES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const run = promisify(execFile);

interface Result {
  readonly categories: Record<(typeof SCORES)[number], { readonly score: number }>;
  readonly audits: Record<string, { readonly numericValue?: number }>;
}

/** The median of several runs by performance: a single run also measures whatever else the machine is doing. */
export async function measurePage(url: string, runs: number): Promise<Measured[]> {
  const results: Result[] = [];
  for (let i = 0; i < runs; i++) results.push(await lighthouse(url));
  const sorted = results.toSorted((a, b) => a.categories.performance.score - b.categories.performance.score);
  const { categories, audits } = sorted[Math.floor(runs / 2)]!;
  return [
    ...SCORES.map((name) => ({ ...BUDGETS[name], value: Math.round(categories[name].score * 100) })),
    { ...BUDGETS.largestPaint, value: audits['largest-contentful-paint']?.numericValue ?? Infinity },
    { ...BUDGETS.layoutShift, value: audits['cumulative-layout-shift']?.numericValue ?? Infinity },
  ];
}

async function lighthouse(url: string): Promise<Result> {
  const chromium = findChromium();
  if (!chromium) throw new Error('Lighthouse needs Chromium. Install it or set CHROMIUM to its path.');
  const [program, ...first] = process.env.LIGHTHOUSE
    ? [process.env.LIGHTHOUSE]
    : ['npx', '--yes', `lighthouse@${VERSION}`];
  const { stdout } = await run(
    program!,
    [
      ...first,
      url,
      '--quiet',
      '--output=json',
      `--only-categories=${SCORES.join()}`,
      // The specification turns zooming off.
      '--skip-audits=meta-viewport',
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ],
    { env: { ...process.env, CHROME_PATH: chromium }, maxBuffer: 64 * 1024 * 1024 },
  );
  // Lighthouse's own report: where a field is missing, the reading of it fails.
  return JSON.parse(stdout) as Result;
}

/** All modules that a page asks for before anyone touches it, in their smallest form. */
export async function scriptBytes(url: string, build: string): Promise<Measured> {
  const html = await (await fetch(url)).text();
  const names = new Set([...html.matchAll(/\/static\/([\w.-]+\.js)/g)].map(([, name]) => name!));
  const files = new Set(readdirSync(build));
  const bytes = [...names].reduce((sum, name) => {
    const smallest = files.has(`${name}.br`) ? `${name}.br` : name;
    return files.has(name) ? sum + readFileSync(join(build, smallest)).length : sum;
  }, 0);
  return { ...BUDGETS.script, value: bytes / 1_000 };
}
