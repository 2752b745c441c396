/** Short ways to give bonus in tests of the perpetuals (trading E). */
import type { Outcome } from '../protocol/events.ts';
import { units } from './exchange.ts';
import type { ContractParameters } from '../protocol/perp-commands.ts';
import { TestPerps, text } from './perps.ts';

export type Changes = Partial<{
  [K in keyof ContractParameters]: ContractParameters[K] extends number ? number : ContractParameters[K];
}>;

/** A house with pools for bonus and prizes, and what tests do with grants. */
export class BonusExchange extends TestPerps {
  constructor(changes: Changes = {}, mark = 50_000) {
    super(changes as never, mark);
    for (const pool of ['BONUS_POOL', 'PRIZE_POOL'] as const) {
      this.house2('ContributeCapital', { asset: 'USDT', amount: units(10_000) });
      this.house2('FundPool', { pool, asset: 'USDT', amount: units(10_000) });
    }
  }

  house2(kind: string, fields: object): Outcome {
    const idempotency = { key: `h${this.core.lastSeq}`, fingerprint: '' };
    return this.must(this.run({ kind, ...fields, idempotency } as never));
  }

  grant(uid: number, amount: number, terms: object = {}): void {
    const none = { mode: 'BONUS_FIRST', ratio: 0, minOwnFunds: 0, maxLeverage: 0, symbols: [], source: '' };
    const grantId = this.core.lastSeq + 1;
    const life = { expiresAtMs: this.timeMs + 86_400_000 };
    this.house2('GrantBonus', { grantId, uid, asset: 'USDT', amount: units(amount), ...none, ...life, ...terms });
  }

  /** 1 is long 8 at 100 with isolated margin: own money as far as it goes, bonus behind it. */
  openBacked(own: number, bonus: number): void {
    this.fund(1, own);
    this.fund(2, 1_000_000);
    this.grant(1, bonus);
    this.isolate(1);
    this.trade(1, 2, 100, 8);
  }

  tryTransfer(uid: number, amount: number | string, confirmForfeit = false, to = 'SPOT'): Outcome {
    const idempotency = { key: `t${this.core.lastSeq}`, fingerprint: '' };
    const route = { asset: 'USDT', from: 'FUTURES', to };
    return this.run({ kind: 'Transfer', uid, ...route, amount: units(amount), idempotency, confirmForfeit } as never);
  }

  expireBonus(): void {
    this.timeMs += 86_400_000;
    this.must(this.run({ kind: 'Clock' }));
  }

  bonus(uid: number): string {
    return text(this.core.capital(uid, 'FUTURES')?.bonus ?? 0n);
  }

  ended(): string[] {
    return this.told('GrantChanged')
      .map(({ status }) => status)
      .filter((status) => status !== 'ACTIVE');
  }
}
