/**
 * The naive models as one: spot markets, perpetuals, and the house between them, over the same money. What the perpetuals
 * settle in is theirs to move where both could; a fee voucher in it pays fees of both.
 */
import { type Command, isProductCommand, isPerp } from '../protocol/commands.ts';
import { NaiveProducts } from './products/naive-products.ts';
import type { FeeVoucher } from './products/naive-product-money.ts';
import { isAmount, isUser } from './spot/naive-fields.ts';
import { MAX } from './spot/naive-limits.ts';
import type { Money } from './perp/naive-accounts.ts';
import { NaivePerps } from './perp/naive-perps.ts';
import type { RejectCode } from '../protocol/rejects.ts';

/** Rewards in other assets than the perpetuals' have ids from here on, so that an id says whose it is. */
export const OTHER_IDS = 1_000;
/** Commands that both models carry out. */
const REWARDS = [
  'GrantBonus',
  'RevokeBonus',
  'GrantFeeVoucher',
  'CancelFeeVoucher',
  'AttachCover',
  'PayCover',
  'EndCover',
  'PayPrize',
  'ClawBackPrize',
  'PostCorrection',
  'WithholdProfit',
  'AccrueCopyShare',
  'PayCopyShare',
  'FundPool',
];
const IDS = ['voucherId', 'coverId', 'grantId', 'followId'];

/** The perpetuals' money, kept where the spot markets and the house keep theirs. */
class SharedMoney implements Money {
  private readonly house: NaiveEverything;
  /** Wallets that never traded. */
  private readonly own = new Map<string, bigint>();

  constructor(house: NaiveEverything) {
    this.house = house;
  }

  get(name: string): bigint | undefined {
    const place = this.placeOf(name);
    return place === null ? this.own.get(name) : this.house.balances.get(place);
  }

  set(name: string, amount: bigint): void {
    const place = this.placeOf(name);
    if (place === null) this.own.set(name, amount);
    else this.house.balances.set(place, amount);
  }

  /** Balances that only this class keeps, under the names that `balances` uses. */
  idle(): [string, bigint][] {
    const asset = this.house.settleAsset;
    return [...this.own].map(([name, amount]) => {
      const [wallet, uid] = name.split(' ') as [string, string];
      return [`${uid} ${asset} ${wallet}`, amount];
    });
  }

  private placeOf(name: string): string | null {
    const asset = this.house.settleAsset;
    if (name.startsWith('SPOT ')) return `${name.slice(5)} ${asset} AVAIL`;
    if (name.includes(' ')) return null;
    if (name === 'EXTERNAL') return `-1 ${asset} AVAIL`;
    return name === 'HOUSE_FEE' ? `0 ${asset} AVAIL` : `0 ${asset} ${name}`;
  }
}

export class NaiveEverything extends NaiveProducts {
  private readonly shared = new SharedMoney(this);
  readonly perps = new NaivePerps(this.shared);

  get settleAsset(): string {
    return this.settle;
  }

  /** Every balance outside of margin accounts; it includes wallets that never traded. */
  everyBalance(): Map<string, bigint> {
    const idle = this.shared.idle().filter(([key]) => {
      const [uid, , wallet] = key.split(' ') as [string, string, string];
      return this.perps.find(Number(uid), wallet) === undefined;
    });
    return new Map([...this.balances, ...idle]);
  }

  protected override act(command: Command): RejectCode | null {
    this.perps.timeMs = this.timeMs;
    if (command.kind === 'SetFeeTier' || command.kind === 'SetTradeGroup' || command.kind === 'Clock') {
      const refusal = super.act(command);
      return refusal ?? this.perps.apply(command);
    }
    if (command.kind === 'CreateContract') super.act(command);
    if (command.kind === 'Transfer') {
      if (!this.scales.has(command.asset)) return 'UNKNOWN_ASSET';
      if (!isUser(command.uid) || !isAmount(command.amount)) return 'BAD_FIELDS';
      if (BigInt(command.amount) > MAX) return 'AMOUNT_TOO_LARGE';
    }
    if (!this.isOfPerps(command)) {
      const refusal = super.act(command);
      // A transfer of another asset may have taken bonus away.
      if (command.kind === 'Transfer' && refusal === null) this.perps.runToQuiescence();
      return refusal;
    }
    const refusal = this.perps.apply(command);
    this.answer = this.perps.answer;
    return refusal;
  }

  private isOfPerps(command: Command): boolean {
    if (isPerp(command)) return true;
    if (command.kind !== 'Transfer' && !(isProductCommand(command) && REWARDS.includes(command.kind))) return false;
    const fields = Object.entries(command);
    const asset = fields.find(([name]) => name === 'asset' || name === 'coin')?.[1] as string | undefined;
    if (asset !== undefined) return asset === this.settle;
    return fields.some(([name, id]) => IDS.includes(name) && Number(id) < OTHER_IDS);
  }

  /** Whatever is transferred out of FUTURES voids bonus (trading E5). */
  protected override hasGrants(uid: number): boolean {
    return this.perps.hasGrants(uid);
  }
  protected override voidGrants(uid: number): void {
    this.perps.voidGrants(uid);
  }

  protected override vouchersOf(uid: number, coin: string): FeeVoucher[] {
    if (coin !== this.settle) return super.vouchersOf(uid, coin);
    const theirs = [...this.perps.vouchers.values()].filter((one) => one.uid === uid && one.ending === '');
    return theirs.map((one) => ({
      ...one,
      take: (part) => {
        one.left -= part;
        if (one.left === 0n) one.ending = 'USED';
      },
    }));
  }
}
