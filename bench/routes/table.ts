/** Weight beside cost: what differs too much, what may, and the table of it. */

export interface Cost {
  readonly route: string;
  readonly kind: string;
  readonly weight: number;
  readonly cpuMs: number;
  /** To the reference route; NaN: not measured. */
  readonly relative: number;
}

export interface Judged extends Cost {
  /** Cost for each weight: above 1 it costs more than it counts. */
  readonly ratio: number;
  readonly isWrong: boolean;
  readonly note: string;
}

const MOST_TIMES = 4;

/** Routes whose weight is higher than their cost, on purpose. */
const DEARER: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/^\w+ \/(?:api\/v3|[sdf]api)\//, 'what clients of this API count with'],
  [/^POST \/auth-v2\/api\/v2\/auth\/log(?:in|out)$/, 'a guess shall be dear'],
  [/^\w+ \/graphql$/, 'another query asks for much more than the one of this example'],
  [/^POST \/web\/track$/, 'nobody inflates the counts for free'],
  [/^GET \/api\/locales\//, 'one for each language: 45 kB of texts take the line as well'],
  [/^GET \/web\/account\/ledger\/export$/, 'a piece may have 5,000 entries, the one of this example has few'],
  [/^GET \/futures\/account\/statement$/, 'all entries that it finds are summed, and those of this example are few'],
  [/^GET \/docs/, 'most files of these pages are long'],
  [
    /^GET \/(?:web|futures)\/.*(?:\/history|\/fills|\/list|\/funding|\/receipts)$/,
    'a page of a long history costs several times the short one of this example',
  ],
  [
    /^GET \/(?:kline\/spot|futures\/market\/klines)$/,
    'candles weigh as many as are asked for, and the market of this example has few',
  ],
  [/^POST \/futures\/subscribe$/, 'one for each channel it names'],
];
const UNCOUNTED: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/^GET \/(?:healthz|readyz)$/, 'monitoring is answered apart from the rest: 6,000 a minute of an address'],
  [/^GET \/metrics$/, 'the operators’ alone'],
  [/^\w+ \/operator\//, 'for operators’ tokens alone, on a listener of its own'],
];

/** Compares a route's weight with its cost. Weight 1 is the minimum, so a route cheaper than that is not wrong. */
export function judge(cost: Cost): Judged {
  const ratio = cost.weight === 0 ? Number.POSITIVE_INFINITY : cost.relative / cost.weight;
  const whyDearer = !(ratio >= 1 / MOST_TIMES) ? DEARER.find(([pattern]) => pattern.test(cost.route))?.[1] : undefined;
  const whyUncounted = cost.weight === 0 ? UNCOUNTED.find(([pattern]) => pattern.test(cost.route))?.[1] : undefined;
  const note = whyDearer ?? whyUncounted ?? '';
  // What was not measured costs next to nothing, which is right with weight 1 alone.
  const isCheap = !(ratio >= 1 / MOST_TIMES) && cost.weight > 1;
  return { ...cost, ratio, note, isWrong: (ratio > MOST_TIMES || isCheap) && note === '' };
}

/** Markdown, dearest first. */
export function table(judged: readonly Judged[], reference: string, unitMs: number): string {
  const rows = judged
    .toSorted((a, b) => (b.relative || 0) - (a.relative || 0))
    .map(({ route, kind, weight, relative, ratio, note, isWrong }) => {
      const name = `\`${route}\`${kind ? ` ${kind}` : ''}`;
      const shown = weight === 0 ? 'not counted' : Number.isNaN(ratio) ? '' : ratio.toFixed(2);
      const measured = Number.isNaN(relative) ? 'not measured' : relative.toFixed(1);
      return `| ${name} | ${weight} | ${measured} | ${shown}${isWrong ? ' **differs**' : ''} | ${note} |`;
    });
  return [
    `Reference: \`${reference}\`, ${unitMs.toFixed(3)} ms of processor time.`,
    '',
    '| route | weight | cost, in references | cost for each weight | why it may differ |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}
