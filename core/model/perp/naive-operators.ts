/** The naive model: commands of operators: pools, corrections, withheld profits, changed parameters (trading C2, E5, B1). */
import type { ProductCommandOf } from '../../protocol/product-commands.ts';
import type { RejectCode } from '../../protocol/rejects.ts';
import type { PerpCommand } from '../../protocol/perp-commands.ts';
import { isLive, least, type ModelContract, type ModelOrder, most } from './naive-accounts.ts';
import { NaiveRewards, type Reply } from './naive-rewards.ts';
import type { ModelStop } from './naive-stops.ts';

type ChangeContract = Extract<PerpCommand, { kind: 'ChangeContract' }>;

const POOLS = ['INSURANCE', 'BONUS_POOL', 'PRIZE_POOL', 'EARN_POOL', 'DUAL_POOL', 'HOUSE', 'HOUSE_FEE'];

export abstract class NaiveOperators extends NaiveRewards {
  /** Orders that new parameters would refuse. */
  readonly misfits: string[] = [];

  protected fundPool(pool: string, amount: bigint): RejectCode | null {
    if (this.has('HOUSE') < amount || this.has(pool) < -amount) return 'INSUFFICIENT_BALANCE';
    this.pay('HOUSE', -amount);
    this.toHouse(pool, amount);
    return null;
  }
  /**
   * Money that operators move is neither gain nor loss of the fund, so its recorded highest levels shift by the same amount, but not below
   * 0.
   */
  private toHouse(name: string, amount: bigint): void {
    this.pay(name, amount);
    if (name === 'INSURANCE') for (const peak of this.peaks) peak.level = most(0n, peak.level + amount);
  }

  /** Books all sides or none: a wallet gives at most what may leave it, a pool at most what it holds. */
  protected correct({ entries }: ProductCommandOf<'PostCorrection'>): Reply {
    const sum = entries.reduce((total, { amount }) => total + BigInt(amount), 0n);
    const accounts = new Set(entries.map(({ uid, account }) => `${uid} ${account}`));
    if (sum !== 0n || accounts.size < 2 || accounts.size < entries.length) return 'BAD_FIELDS';
    for (const { uid, account, amount } of entries) {
      if (uid === 0 && account !== 'EXTERNAL' && !POOLS.includes(account)) return 'BAD_FIELDS';
      if (uid === 0 && account !== 'EXTERNAL' && this.has(account) < -BigInt(amount)) return 'POOL_SHORT';
      if (uid !== 0 && amount < 0 && this.leaving(uid, account) < -BigInt(amount)) return 'INSUFFICIENT_BALANCE';
    }
    for (const { uid, account, amount } of entries) {
      if (uid === 0) this.toHouse(account, BigInt(amount));
      else this.payWallet(uid, account, BigInt(amount));
    }
    return entries.reduce((total, { amount }) => total + (amount > 0 ? BigInt(amount) : 0n), 0n);
  }

  /** Takes a profit back from the user of a revoked grant, but no more than may leave the wallet. */
  protected withhold({ uid, grantId, amount }: ProductCommandOf<'WithholdProfit'>): Reply {
    const grant = this.grants.get(grantId);
    if (grant === undefined || (grant.uid !== uid && grant.ending !== '')) return 'UNKNOWN_ID';
    if (grant.ending !== 'REVOKED') return grant.ending === '' ? 'ACCOUNT_STATE' : 'ALREADY_ENDED';
    const taken = least(BigInt(amount), this.leaving(uid, 'FUTURES'));
    this.payWallet(uid, 'FUTURES', -taken);
    this.pay('BONUS_POOL', taken);
    return taken;
  }

  /**
   * Changes a contract's parameters. Tick and step stay, the version rises, and open positions are checked against the new tiers at once.
   */
  protected changeContract({ symbol, version, parameters }: ChangeContract): RejectCode | null {
    const contract = this.contracts.get(symbol);
    if (contract === undefined) return 'UNKNOWN_MARKET';
    if (contract.status === 'SETTLED') return 'MARKET_STATUS';
    const isSame =
      JSON.stringify(Object.entries(parameters).sort()) === JSON.stringify(Object.entries(contract.p).sort());
    if (version <= contract.version) return version === contract.version && isSame ? null : 'ALREADY_EXISTS';
    const { tickSize, stepSize } = contract.p;
    if (parameters.tickSize !== tickSize || parameters.stepSize !== stepSize) return 'BAD_CONFIGURATION';
    if (!['EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH'].includes(parameters.defaultStpMode))
      return 'BAD_CONFIGURATION';
    Object.assign(contract, { p: parameters, version });
    if (contract.nextFundingMs === 0) contract.intervalHours = parameters.fundingIntervalHours;
    const orders = this.orders.filter((o) => o.symbol === symbol && isLive(o));
    const stops = this.stops.filter((s) => s.symbol === symbol && s.status === 'WAITING');
    const found = [...orders.map((o) => this.misfit(contract, o)), ...stops.map((s) => this.stopMisfit(contract, s))];
    const known = found.filter((line) => line !== null).sort((a, b) => a.id - b.id);
    this.misfits.push(...known.map(({ id, uid, code }) => `misfit ${id} ${uid} ${code}`));
    return null;
  }

  /** The refusal the order would get if it were placed now; null for none. */
  private misfit(contract: ModelContract, order: ModelOrder): { id: number; uid: number; code: RejectCode } | null {
    const code =
      this.refusePrice(contract, Number(order.price)) ??
      this.refuseQuantity(contract, Number(order.quantity), true) ??
      this.refuseNotional(contract, order.account, order) ??
      this.refuseBands(contract, order.side, order.price);
    return code === null ? null : { id: order.id, uid: order.account.uid, code };
  }
  /**
   * The same for a conditional order. One that only reduces may be of any size: it closes in several orders when it fires (trading B15).
   */
  private stopMisfit(contract: ModelContract, stop: ModelStop): { id: number; uid: number; code: RejectCode } | null {
    if (stop.group !== 'OWN' || stop.closePosition || stop.reduceOnly) return null;
    const code = this.refuseQuantity(contract, Number(stop.quantity), stop.price !== 0n);
    return code === null ? null : { id: stop.id, uid: stop.account.uid, code };
  }
}
