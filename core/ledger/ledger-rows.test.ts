/** Rows of the ledger beside plain maps: how those of users are found, and which of them a command touched. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Reached } from '../model/reached.ts';
import { DraftLedger } from './draft-ledger.ts';
import { AVAILABLE, FUTURES, HOUSE, Ledger, LOCKED } from './ledger.ts';

const RUNS = 100;
const SEED = 20_261_128;
const ASSETS = 12;
/** The table begins with so many rows. */
const FIRST = 64;

const opening = fc.record({
  owner: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(63, 64, 5_000, 2 ** 22, 2 ** 22 + 128)),
  asset: fc.nat(ASSETS - 1),
  what: fc.constantFrom('wallet', 'wallet', 'wallet', 'account', 'close', 'list'),
});

function ledgerOf(assets: number): Ledger {
  const ledger = new Ledger();
  for (let i = 0; i < assets; i += 1) ledger.addAsset();
  return ledger;
}

test('trading C1 the wallets of a user are found by user and asset, and listed by asset, beside accounts with a name', () => {
  const reached = new Reached();
  const walk = fc.array(opening, { minLength: 120, maxLength: 300 });
  fc.assert(
    fc.property(walk, (openings) => {
      const ledger = ledgerOf(ASSETS);
      const wallets = new Map<number, Map<number, number>>();
      const check = (owner: number): void => {
        const own = [...(wallets.get(owner) ?? [])].sort(([a], [b]) => a - b);
        expect(ledger.walletRowsOf(owner)).toEqual(own.map(([, row]) => row));
        expect(ledger.hasWallets(owner)).toBe(own.length > 0);
      };
      for (const { owner, asset, what } of openings) {
        ledger.begin();
        const own = wallets.get(owner) ?? new Map<number, number>();
        if (what === 'list') check(owner);
        if (what === 'account') ledger.account(owner, 'BONUS:1', asset);
        if (what === 'close') ledger.closeAccount(owner, 'BONUS:1', asset);
        expect(ledger.walletRow(owner, asset)).toBe(own.get(asset) ?? 0);
        if (what !== 'wallet' || own.has(asset)) continue;
        own.set(asset, ledger.addRow(owner, asset));
        wallets.set(owner, own);
      }
      const draft = new DraftLedger(ledger);
      for (const [owner, own] of wallets) {
        check(owner);
        for (const [asset, row] of own) {
          expect([ledger.walletRow(owner, asset), draft.walletRow(owner, asset)]).toEqual([row, row]);
          expect([ledger.ownerOf(row), ledger.assetOf(row), ledger.nameOf(row)]).toEqual([owner, asset, '']);
        }
      }
      expect([ledger.walletRow(HOUSE, 0), ledger.walletRow(7_777, 0), ledger.walletRowsOf(7_777)]).toEqual([0, 0, []]);
      if (ledger.rowCount > FIRST) reached.count('grown');
    }),
    { numRuns: RUNS, seed: SEED },
  );
  expect(reached.missing(['grown'])).toEqual([]);
});

test('trading C1 rows of a snapshot are found once all are there, however many there are, and many at once as each by itself', () => {
  const wallet = fc.tuple(fc.integer({ min: 1, max: 400 }), fc.nat(ASSETS - 1));
  fc.assert(
    fc.property(
      fc.uniqueArray(wallet, { minLength: 1, maxLength: 400, selector: String }),
      fc.nat(60),
      // Room for all of them, for some, and for twice as many as the first table has, in memory for four times as many.
      fc.constantFrom(0, 40, 400),
      (wallets, before, expected) => {
        const ledger = ledgerOf(ASSETS);
        const first = wallets.slice(0, before).map(([owner, asset]) => ledger.addRow(owner, asset));
        ledger.beginRestoring(expected);
        const rows = [...first, ...wallets.slice(before).map(([owner, asset]) => ledger.restoreRow(owner, asset))];
        ledger.enterRows();
        expect(wallets.map(([owner, asset]) => ledger.walletRow(owner, asset))).toEqual(rows);
        const others = wallets.map(([owner, asset]) => [owner + 400, asset] as const);
        const asked = [...wallets, ...others];
        const [users, assets] = [0, 1].map((at) => Int32Array.from(asked, (one) => one[at]!));
        const found = [...rows, ...others.map(() => 0)];
        expect(
          ledger
            .walletRowsIn(
              users!,
              assets!,
              users!.map(() => ASSETS),
            )
            .map((list) => [...list]),
        ).toEqual([found, found.map(() => 0)]);
        // And rows that are opened behind them.
        expect(
          others.map(([owner, asset]) => ledger.addRow(owner, asset) === ledger.walletRow(owner, asset)),
        ).not.toContain(false);
        expect(wallets.map(([owner, asset]) => ledger.walletRow(owner, asset))).toEqual(rows);
      },
    ),
    { numRuns: RUNS, seed: SEED },
  );
});

const touch = fc.record({ row: fc.nat(5), wallet: fc.constantFrom('spot', 'spot', 'futures', 'locked', 'begin') });

test('trading B20 a command touches each wallet once, in the order in which it first does, whatever earlier commands touched', () => {
  fc.assert(
    fc.property(fc.array(touch, { maxLength: 80 }), (touches) => {
      const ledger = ledgerOf(1);
      const rows = [1, 2, 3, 4, 5, 6].map((owner) => ledger.addRow(owner, 0));
      ledger.begin();
      let told = new Set<number>();
      for (const { row, wallet } of touches) {
        if (wallet === 'begin') {
          ledger.begin();
          told = new Set();
          continue;
        }
        const bucket = wallet === 'spot' ? AVAILABLE : wallet === 'locked' ? LOCKED : FUTURES;
        ledger.post([{ row: rows[row]!, bucket, amount: 1n }]);
        told.add(2 * rows[row]! + (bucket === FUTURES ? 1 : 0));
        const all = Array.from({ length: ledger.touchedCount }, (_none, at) => ledger.shared.touchedAt(at));
        expect(all).toEqual([...told]);
      }
    }),
    { numRuns: RUNS, seed: SEED },
  );
});

/** More than the list of touched rows that the kernel shares has room for. */
const TOUCHED = 5_000;

test('trading B20 each of thousands of wallets that one command touches is told once', () => {
  const ledger = ledgerOf(1);
  const rows = Array.from({ length: TOUCHED }, (_, at) => {
    if (at % 16 === 0) ledger.begin();
    return ledger.addRow(at + 1, 0);
  });
  ledger.begin();
  for (let time = 0; time < 2; time += 1) for (const row of rows) ledger.give(row, AVAILABLE, 1);
  expect(Array.from({ length: ledger.touchedCount }, (_, at) => ledger.shared.touchedAt(at) >> 1)).toEqual(rows);
});
