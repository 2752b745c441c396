/** Short ways to command the house in tests. */
import type { CommandBody } from '../protocol/commands.ts';
import { unpackEvents } from '../index.ts';
import type { EventWriter } from '../state-machine/event-writer.ts';
import type { StateMachine } from '../state-machine/state-machine.ts';
import type { CoreEvent, Outcome } from '../protocol/events.ts';
import { HOUSE } from '../ledger/ledger.ts';
import { body, machineOf, TestExchange, units } from './exchange.ts';
import type { ProductCommandKind, ProductCommandOf } from '../protocol/product-commands.ts';
import type { PostedEntry } from '../protocol/product-events.ts';
import type { Pool } from '../protocol/words.ts';

/** Fields of a command as tests write them: a field left out has a neutral value. */
type CommandFields<K extends ProductCommandKind> = {
  readonly [F in Exclude<keyof ProductCommandOf<K>, 'kind' | 'idempotency'>]?: ProductCommandOf<K>[F] extends number
    ? number
    : ProductCommandOf<K>[F];
};

const COMMON = { uid: 1, asset: 'USDT', coin: 'USDT', wallet: 'SPOT', reason: '', source: '', compound: false };
const VOUCHER = { ratio: 50_000_000, maxPerUse: 0, products: ['SPOT'], symbols: [] };
const GRANT = { mode: 'BONUS_FIRST', ratio: 0, minOwnFunds: 0, maxLeverage: 0, symbols: [] };
const COPY = { platformRate: 0, ends: false };
export const DAY = 24 * 3_600_000;

export class ProductExchange extends TestExchange {
  /** Every command has a new key, as if earlier ones had aged out. */
  command<K extends ProductCommandKind>(kind: K, request: CommandFields<K>): Outcome {
    const defaults = { GrantFeeVoucher: VOUCHER, GrantBonus: GRANT, PayCopyShare: COPY }[kind as string] ?? {};
    const fields: object = {
      ...COMMON,
      ...defaults,
      expiresAtMs: this.timeMs + DAY,
      networkCost: 0,
      fee: 0,
      ...request,
    };
    const idempotency = { key: `${this.core.lastSeq}`, fingerprint: '' };
    return this.run({ kind, ...fields, idempotency } as unknown as CommandBody);
  }

  /** The amount that was moved, or the code of the refusal. */
  do<K extends ProductCommandKind>(kind: K, request: CommandFields<K>): number | string {
    const outcome = this.command(kind, request);
    if (!outcome.ok) return outcome.code;
    return outcome.result.kind === 'Moved' ? outcome.result.amount : outcome.result.kind;
  }

  fill(pool: Pool, amount: string | number, asset = 'USDT'): void {
    const idempotency = { key: `fill ${this.core.lastSeq}`, fingerprint: '' };
    const fields = { asset, amount: units(amount), idempotency };
    this.run(body({ kind: 'ContributeCapital', ...fields }));
    this.run(body({ kind: 'FundPool', pool, ...fields, idempotency: { ...idempotency, key: `${idempotency.key}!` } }));
  }

  transfer(uid: number, from: 'SPOT' | 'FUTURES', amount: string | number, confirmForfeit?: boolean): Outcome {
    const fields = {
      uid,
      asset: 'USDT',
      from,
      to: from === 'SPOT' ? 'FUTURES' : 'SPOT',
      amount: units(amount),
    } as const;
    const idempotency = { key: `transfer ${this.core.lastSeq}`, fingerprint: '' };
    const flag = confirmForfeit === undefined ? {} : { confirmForfeit };
    return this.run({ kind: 'Transfer', ...fields, idempotency, ...flag });
  }

  /** Hears what the machine told since the last command: tests also use parts of it directly, outside any command. */
  tellOutside(): void {
    const { single } = this.core as unknown as { single: EventWriter };
    this.events.push(...unpackEvents([single.take()]));
  }

  /** A deposit that goes on to a copy wallet. */
  fundCopy(uid: number, followId: number, amount: string | number): void {
    this.deposit(uid, 'USDT', amount);
    const fields = { uid, asset: 'USDT', from: 'SPOT', to: `COPY:${followId}`, amount: units(amount) } as const;
    this.run({ kind: 'Transfer', ...fields, idempotency: { key: `copy ${this.core.lastSeq}`, fingerprint: '' } });
  }

  clock(afterMs: number): void {
    this.timeMs += afterMs;
    this.run({ kind: 'Clock' });
  }

  /** Of the core that this exchange tests. */
  get machine(): StateMachine {
    return machineOf(this.core);
  }

  /** What an account of a user, or a pool of the house (uid 0), holds. */
  held(uid: number, name: string, asset = 'USDT'): bigint {
    const owner = uid === 0 ? HOUSE : (this.machine.users.find(uid)?.index ?? -2);
    return this.machine.ledger.holding(owner, name, this.assetIndex(asset));
  }

  futures(uid: number, asset = 'USDT'): bigint {
    return this.core.balances(uid).find((b) => b.asset === asset && b.wallet === 'FUTURES')?.available ?? 0n;
  }

  /** HOUSE_FEE. */
  fees(asset = 'USDT'): bigint {
    const { ledger } = this.machine;
    return ledger.balance(ledger.houseRow(this.assetIndex(asset)), 0);
  }

  outside(asset = 'USDT'): bigint {
    const { ledger } = this.machine;
    return ledger.balance(ledger.externalRow(this.assetIndex(asset)), 0);
  }

  last<K extends CoreEvent['kind']>(kind: K): Extract<CoreEvent, { kind: K }> | undefined {
    return this.events.findLast((event): event is Extract<CoreEvent, { kind: K }> => event.kind === kind);
  }

  /** The sides of the last transfer of the house: "uid account amount". */
  posted(): string[] {
    return (this.last('Posted')?.entries ?? []).map(
      ({ uid, account, amount }: PostedEntry) => `${uid} ${account} ${amount}`,
    );
  }

  private assetIndex(asset: string): number {
    return this.machine.assets.findIndex((one) => one.asset === asset);
  }
}

export const big = (text: string | number): bigint => BigInt(units(text));
