/** Random commands to the house between deposits, transfers and spot orders: the core and a naive model agree on everything. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Command, CommandBody } from '../../protocol/commands.ts';
import type { Core } from '../../protocol/core.ts';
import type { CoreEvent } from '../../protocol/events.ts';
import { createCore, decodeCommand, encodeCommand, restoreCore } from '../../index.ts';
import { Reached } from '../reached.ts';
import { contractParameters } from '../../testing/perps.ts';
import { balancesOf, sorted } from '../all-balances.ts';
import { body, parameters } from '../../testing/exchange.ts';
import { PRODUCTS_EXPECTED } from './reach.ts';
import { NaiveProducts } from './naive-products.ts';
import { COMMANDS, fillArb, listArb, resolve, START, SYMBOL, USERS } from './random-products.ts';

const CI_RUNS = 150;
const RUNS = Number(process.env['FC_RUNS'] ?? CI_RUNS);

function setUp(feeMode: 'RECEIVED' | 'QUOTE'): object[] {
  const market = { tickSize: 10_000, stepSize: 100, makerFeeRate: 3_000_000, takerFeeRate: 7_000_000, feeMode };
  const copy = { kind: 'Transfer', uid: 1, asset: 'USDT', from: 'SPOT', amount: 9_000 };
  const pools = ['BONUS_POOL', 'PRIZE_POOL', 'EARN_POOL', 'DUAL_POOL'];
  return [
    { kind: 'CreateAsset', asset: 'COIN', scale: 4 },
    { kind: 'CreateAsset', asset: 'USDT', scale: 8 },
    { kind: 'CreateMarket', symbol: SYMBOL, base: 'COIN', quote: 'USDT', parameters: parameters(market) },
    { kind: 'CreateAsset', asset: 'BIT', scale: 4 },
    // No order can sell less than 1,000 units of it: what user 1 keeps of a sale, and what user 3 gets, is small.
    {
      kind: 'CreateMarket',
      symbol: 'BITUSDT',
      base: 'BIT',
      quote: 'USDT',
      parameters: { ...parameters(market), minVolume: 1_000 },
    },
    { kind: 'CreateContract', symbol: 'COINPERP', base: 'COIN', settle: 'USDT', parameters: contractParameters() },
    ...USERS.map((one) => ({ kind: 'Deposit', uid: one, asset: 'COIN', amount: 60_000 })),
    ...USERS.map((one) => ({ kind: 'Deposit', uid: one, asset: 'USDT', amount: 900_000 })),
    ...[1_150, 0, 99].flatMap((amount, at) => (amount ? [{ kind: 'Deposit', uid: at + 1, asset: 'BIT', amount }] : [])),
    ...(['SELL', 'BUY'] as const).map((side, at) => ({ ...SALE, uid: at + 1, side })),
    ...['USDT', 'COIN'].map((one) => ({ kind: 'ContributeCapital', asset: one, amount: 400_000 })),
    ...[1, 2].map((one) => ({ ...copy, to: `COPY:${one}` })),
    ...pools.flatMap((pool) => ['USDT', 'COIN'].map((one) => ({ kind: 'FundPool', pool, asset: one, amount: 60_000 }))),
  ];
}

/** Of 1,000 units of BIT, by which it has a last price. */
const SALE = {
  kind: 'PlaceOrder',
  symbol: 'BITUSDT',
  type: 'LIMIT',
  timeInForce: 'GTC',
  price: 1_000_000,
  quantity: 1_000,
  quoteAmount: 0,
  maxSlippage: 0,
  stpMode: '',
  clientOrderId: '',
  idempotency: null,
};

const KEYLESS: readonly unknown[] = ['CreateAsset', 'CreateMarket', 'CreateContract', 'Clock', 'PlaceOrder'];

/** Events alone give the accounts with a name, and the transfers that were told give the pools. */
function checkEvents(core: Core, events: readonly CoreEvent[]): void {
  const accounts = new Map<string, bigint>();
  const pools = new Map<string, bigint>();
  for (const event of events) {
    if (event.kind === 'AccountChanged') {
      accounts.set(`${event.uid} ${event.asset} ${event.account}`, event.balance);
      accounts.set(`${event.uid} ${event.asset} ${event.account}/HOLD`, event.held);
    }
    if (event.kind !== 'Posted') continue;
    expect(event.entries.reduce((sum, entry) => sum + entry.amount, 0n)).toBe(0n);
    for (const { uid: owner, account, amount: units } of event.entries) {
      const key = `${owner} ${event.asset} ${account}`;
      if (owner === 0 && account !== 'HOUSE_FEE' && account !== 'EXTERNAL')
        pools.set(key, (pools.get(key) ?? 0n) + units);
    }
  }
  const all = balancesOf(core, USERS);
  const isWallet = (key: string): boolean => /(?:AVAIL|LOCKED|FUTURES)$/.test(key);
  const named = [...all].filter(([key]) => !isWallet(key));
  expect(sorted(accounts)).toEqual(sorted(new Map(named.filter(([key]) => !key.startsWith('0 ')))));
  expect(sorted(pools)).toEqual(sorted(new Map(named.filter(([key]) => key.startsWith('0 ')))));
}

test('trading C2 trading C4 random house commands: the engine equals the naive model after each, and so do replay and restore', () => {
  const reached = new Reached();
  fc.assert(
    fc.property(
      fc.constantFrom<'RECEIVED' | 'QUOTE'>('RECEIVED', 'QUOTE'),
      listArb,
      fc.integer({ min: 1, max: COMMANDS }),
      fillArb,
      (feeMode, list, cut, fill) => {
        const core = createCore({ checkInvariants: true });
        const model = new NaiveProducts();
        const first = setUp(feeMode);
        const commands: Command[] = [];
        const events: CoreEvent[] = [];
        let restored: Core | null = null;
        for (const fields of [...first, ...resolve(list), ...fill] as Record<string, unknown>[]) {
          const seq = core.lastSeq + 1;
          // A key of its own for each: a repeat of an id reaches the house.
          const key = KEYLESS.includes(fields['kind']) ? {} : { idempotency: { key: `${seq}`, fingerprint: '' } };
          const command = {
            ...body(fields as unknown as CommandBody),
            ...key,
            seq,
            timeMs: START + 2 * seq,
          } as Command;
          commands.push(command);
          const outcome = core.apply(command, (event) => events.push(event));
          expect(outcome.ok ? null : outcome.code).toBe(model.apply(command));
          reached.count(outcome.ok ? `${command.kind} ok` : outcome.code);
          if (outcome.ok && outcome.result.kind === 'Moved') expect(BigInt(outcome.result.amount)).toBe(model.answer);
          if (commands.length === first.length + cut)
            restored = restoreCore(core.snapshot(), { checkInvariants: true });
          else restored?.apply(command, () => {});
          expect(sorted(balancesOf(core, USERS))).toEqual(sorted(model.balances));
        }
        checkEvents(core, events);
        expect(restored?.stateHash() ?? core.stateHash()).toBe(core.stateHash());
        expect(restoreCore(core.snapshot()).snapshot()).toEqual(core.snapshot());
        const replayed = createCore();
        const again: CoreEvent[] = [];
        for (const command of commands) {
          replayed.apply(decodeCommand(encodeCommand(command), 0).command, (event) => again.push(event));
        }
        expect(again).toEqual(events);
        expect(replayed.stateHash()).toBe(core.stateHash());
      },
    ),
    { numRuns: RUNS },
  );
  if (process.env['FC_VERBOSE'] !== undefined) process.stdout.write(`${reached.table()}\n`);
  if (RUNS >= CI_RUNS) expect(reached.missing(PRODUCTS_EXPECTED)).toEqual([]);
}, 3_600_000);
