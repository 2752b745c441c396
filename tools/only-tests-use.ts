/**
 * Code of the product that only tests use (knip.product.json: no test is an entry). What waits for a product that is not built yet is
 * listed with it; the list may shrink, and fails where something on it is used by now.
 */

/** A file, or “file export” → what it waits for (docs/ROADMAP.md). */
const WAITING: Readonly<Record<string, string>> = {
  'core/formulas/copy-statistics.ts': 'copy trading',
  'core/formulas/copy-trading.ts': 'copy trading',
  'core/formulas/copy-share.ts shareBase': 'copy trading',
  'core/formulas/copy-share.ts accruedFloor': 'copy trading',
  'core/formulas/copy-share.ts settledHighWaterCeil': 'copy trading',
  'core/formulas/dual.ts': 'dual investment',
  'core/formulas/earn.ts': 'earn',
  'core/formulas/p2p.ts': 'P2P',
  'core/formulas/bonus.ts rebateBase': 'referral',
  'core/formulas/bonus.ts rebateFloor': 'referral',
  'core/formulas/bonus.ts isBelowMaintenance': 'bonus',
  'core/formulas/bonus.ts coverFillPrice': 'vouchers',
  'core/formulas/bonus.ts coverPayment': 'vouchers',
  'web/formula-engine/errors.ts': 'campaign pages (V6)',
  'web/formula-engine/evaluate.ts': 'campaign pages (V6)',
  'web/formula-engine/format-text.ts': 'campaign pages (V6)',
  'web/formula-engine/functions.ts': 'campaign pages (V6)',
  'web/formula-engine/parse.ts': 'campaign pages (V6)',
  'web/formula-engine/rational.ts': 'campaign pages (V6)',
  'web/formula-engine/tokens.ts': 'campaign pages (V6)',
  'web/formula-engine/values.ts': 'campaign pages (V6)',
  'web/ui/picture.tsx': 'campaign pages (S11)',
  'web/ui/picture-widths.ts pictureSources': 'campaign pages (S11)',
  'web/ui/format.ts progressPercent': 'tasks and competitions (V2)',
  'web/app/api/tokens.ts setChildMode': 'child accounts (N15)',
};

interface Report {
  readonly issues: readonly {
    readonly file: string;
    readonly files?: readonly unknown[];
    readonly exports?: readonly { readonly name: string }[];
  }[];
}

/** Answers every breach, one line each; `report` is what knip's json reporter writes. */
export function judgeOnlyTestsUse(report: string, waiting = WAITING): string[] {
  const { issues } = JSON.parse(report) as Report;
  const found = issues.flatMap(({ file, files = [], exports = [] }) => [
    ...(files.length > 0 ? [file] : []),
    ...exports.map(({ name }) => `${file} ${name}`),
  ]);
  return [
    ...found.filter((name) => !(name in waiting)).map((name) => `${name} is used by tests alone`),
    ...Object.keys(waiting)
      .filter((name) => !found.includes(name))
      .map((name) => `${name} is used by now, or gone: take it off the list`),
  ];
}
