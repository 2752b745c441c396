/**
 * The rules of the house's commands a second time, as plainly as can be, over the naive model of the spot markets. Every
 * command is a list of moves between buckets named as in the ledger; what was done is remembered by kind and id for ever.
 */
import { type Command, type CommandHeader, isProductCommand } from '../../protocol/commands.ts';
import { MAX } from '../spot/naive-limits.ts';
import type { RejectCode } from '../../protocol/rejects.ts';
import type { ProductCommand } from '../../protocol/product-commands.ts';
import { type Entries, type Fields, NaiveProductMoney, type Thing } from './naive-product-money.ts';

const ONE = 100_000_000n;
/** Of one user, at a time. */
const GRANTS_MAX = 100;
/** Kind → where its id is, and the list that it belongs to. */
const OPENS: Readonly<Record<string, readonly [list: string, id: string]>> = {
  PayRebate: ['rebate', 'rebateId'],
  GrantFeeVoucher: ['voucher', 'voucherId'],
  AttachCover: ['cover', 'coverId'],
  PayPrize: ['prize', 'prizeId'],
  ClawBackPrize: ['clawBack', 'prizeId'],
  GrantBonus: ['grant', 'grantId'],
  RequestWithdrawal: ['withdrawal', 'withdrawalId'],
  OpenP2pAd: ['ad', 'adId'],
  OpenP2pOrder: ['order', 'orderId'],
  SubscribeEarn: ['subscription', 'subscriptionId'],
  RedeemEarn: ['redemption', 'redemptionId'],
  PayEarnInterest: ['payout', 'payoutId'],
  SubscribeDual: ['dual', 'dualId'],
  PostCorrection: ['correction', 'correctionId'],
  WithholdProfit: ['withholding', 'withholdingId'],
};
const ENDS: Readonly<Record<string, readonly [list: string, id: string]>> = {
  CancelFeeVoucher: ['voucher', 'voucherId'],
  PayCover: ['cover', 'coverId'],
  EndCover: ['cover', 'coverId'],
  RevokeBonus: ['grant', 'grantId'],
  SendWithdrawal: ['withdrawal', 'withdrawalId'],
  RefundWithdrawal: ['withdrawal', 'withdrawalId'],
  CloseP2pAd: ['ad', 'adId'],
  ReleaseP2pOrder: ['order', 'orderId'],
  RefundP2pOrder: ['order', 'orderId'],
  SettleDual: ['dual', 'dualId'],
};
/** Commands that may answer another amount than they asked for. */
const ANSWERING = ['ClawBackPrize', 'PostCorrection', 'WithholdProfit'];
/** Commands that answer 0 if the thing has already ended in another way. */
const TOLERANT = ['CancelFeeVoucher', 'EndCover', 'RevokeBonus'];

export class NaiveProducts extends NaiveProductMoney {
  /** The answer to the last command to the house. */
  answer: bigint | null = null;
  private tradesSeen = 0;

  protected override act(command: Command): RejectCode | null {
    this.answer = null;
    if (command.kind === 'CreateContract') {
      this.settle = command.settle;
      return null;
    }
    if (isProductCommand(command)) {
      const reply = this.onHouse(command);
      if (typeof reply === 'string') return reply;
      this.answer = reply;
      return null;
    }
    if (command.kind === 'Transfer' && !this.scales.has(command.asset)) return 'UNKNOWN_ASSET';
    if (command.kind === 'Transfer' && command.from === 'FUTURES' && this.hasGrants(command.uid)) {
      if (this.balance(command.uid, command.asset, 'FUTURES') < BigInt(command.amount)) return 'INSUFFICIENT_BALANCE';
      if (command.confirmForfeit !== true) return 'BONUS_FORFEIT';
      this.voidGrants(command.uid);
    }
    if (command.kind === 'Transfer' && command.to.startsWith('COPY:')) {
      const { uid, asset, to, amount } = command;
      const reply = this.move([uid, asset, 'AVAIL'], [uid, asset, to], BigInt(amount), 'INSUFFICIENT_BALANCE');
      return typeof reply === 'string' ? reply : null;
    }
    const refusal = super.act(command);
    for (; this.tradesSeen < this.trades.length; this.tradesSeen += 1) this.useVouchers(this.tradesSeen);
    if (command.kind === 'Clock') this.expire();
    return refusal;
  }

  protected hasGrants(uid: number): boolean {
    return this.grantsOf(uid).length > 0;
  }
  protected voidGrants(uid: number): void {
    for (const grant of this.grantsOf(uid)) this.endGrant(grant, 'INVALIDATED');
  }

  private onHouse(command: CommandHeader & ProductCommand): RejectCode | bigint {
    const { kind } = command;
    const entries = Object.entries(command).filter(
      ([name]) => !['kind', 'seq', 'timeMs', 'idempotency'].includes(name),
    );
    const fields = Object.fromEntries(entries) as Fields;
    const asset = fields['asset'] ?? fields['coin'];
    if (asset !== undefined && !this.scales.has(asset)) return 'UNKNOWN_ASSET';
    const opens = OPENS[kind];
    if (opens !== undefined) return this.open(kind, opens, fields);
    const ends = ENDS[kind];
    if (ends !== undefined) return this.finish(kind, ends, fields);
    return this.other(kind, fields);
  }

  private open(kind: string, [list, idName]: readonly [string, string], fields: Fields): RejectCode | bigint {
    const key = `${list} ${fields[idName]}`;
    const body = JSON.stringify(Object.entries(fields).sort());
    const known = this.things.get(key);
    if (known !== undefined) {
      if (known.body !== body) return 'ALREADY_EXISTS';
      return ANSWERING.includes(kind) ? known.answer : BigInt(fields['amount']!);
    }
    const reply = this.begin(kind, fields);
    if (typeof reply === 'string') return reply;
    this.things.set(key, { body, command: fields, ending: '', answer: reply, left: reply, version: 0n });
    return reply;
  }

  private begin(kind: string, f: Fields): RejectCode | bigint {
    if (kind === 'PostCorrection') return this.correct(String(f['asset']), f['entries'] as unknown as Entries);
    const uid = Number(f['uid']);
    const asset = String(f['asset']);
    const amount = BigInt(f['amount']!);
    const wallet = f['wallet'] === 'FUTURES' ? 'FUTURES' : 'AVAIL';
    const short = 'INSUFFICIENT_BALANCE';
    const isOfFutures = kind === 'AttachCover' || f['wallet'] === 'FUTURES';
    if (isOfFutures && this.settle !== '' && asset !== this.settle) return 'BAD_FIELDS';
    if (amount === 0n) return 'BAD_FIELDS';
    if (amount > MAX) return 'AMOUNT_TOO_LARGE';
    switch (kind) {
      case 'PayRebate':
        return this.move([0, asset, 'AVAIL'], [uid, asset, 'AVAIL'], amount, 'POOL_SHORT');
      case 'GrantFeeVoucher':
        if (Number(f['expiresAtMs']) <= this.timeMs) return 'ALREADY_ENDED';
        return this.move(
          [0, f['coin']!, 'PRIZE_POOL'],
          [uid, f['coin']!, `FEE_VOUCHER:${f['voucherId']}`],
          amount,
          'POOL_SHORT',
        );
      case 'AttachCover':
        return this.move([0, asset, 'PRIZE_POOL'], [uid, asset, `COVER:${f['coverId']}`], amount, 'POOL_SHORT');
      case 'WithholdProfit':
        return this.withhold(uid, this.things.get(`grant ${f['grantId']}`), amount);
      case 'PayPrize':
        return this.move([0, asset, 'PRIZE_POOL'], [uid, asset, wallet], amount, 'POOL_SHORT');
      case 'ClawBackPrize': {
        const free = this.balance(uid, asset, wallet);
        return this.move([uid, asset, wallet], [0, asset, 'PRIZE_POOL'], free < amount ? free : amount, short);
      }
      case 'GrantBonus': {
        if (Number(f['expiresAtMs']) <= this.timeMs) return 'ALREADY_ENDED';
        const other = this.grantsOf(uid)[0]?.command;
        if (other && (other['mode'] !== f['mode'] || other['ratio'] !== f['ratio'] || other['asset'] !== f['asset']))
          return 'BONUS_MODE';
        if (this.balance(uid, asset, 'FUTURES') < BigInt(f['minOwnFunds']!)) return 'OWN_FUNDS';
        if (this.balance(0, asset, 'BONUS_POOL') < amount) return 'POOL_SHORT';
        if (this.grantsOf(uid).length >= GRANTS_MAX) return 'LIMIT_REACHED';
        return this.move([0, asset, 'BONUS_POOL'], [uid, asset, `BONUS:${f['grantId']}`], amount, 'POOL_SHORT');
      }
      case 'RequestWithdrawal': {
        const reply = this.move([uid, asset, 'AVAIL'], [uid, asset, 'WITHDRAW'], amount + BigInt(f['fee']!), short);
        return typeof reply === 'string' ? reply : amount;
      }
      case 'OpenP2pAd':
        return this.move([uid, asset, 'AVAIL'], [uid, asset, `P2P_AD:${f['adId']}`], amount, short);
      case 'OpenP2pOrder':
        return this.beginOrder(f, asset, amount);
      case 'SubscribeEarn':
        return this.move([uid, asset, 'AVAIL'], [uid, asset, 'EARN'], amount, short);
      case 'RedeemEarn':
        return this.move([uid, asset, 'EARN'], [uid, asset, 'AVAIL'], amount, short);
      case 'PayEarnInterest':
        return this.pay('EARN_POOL', asset, [uid, asset, f['compound'] ? 'EARN' : 'AVAIL'], amount);
      default:
        return this.move([uid, asset, 'AVAIL'], [uid, asset, 'DUAL'], amount, short);
    }
  }

  private beginOrder(f: Fields, asset: string, amount: bigint): RejectCode | bigint {
    const seller = Number(f['sellerUid']);
    if (f['sellerUid'] === f['buyerUid'] || f['fee']! > f['amount']!) return 'BAD_FIELDS';
    let from = 'AVAIL';
    if (f['adId'] !== 0) {
      const ad = this.things.get(`ad ${f['adId']}`);
      if (ad === undefined) return 'UNKNOWN_ID';
      if (ad.ending !== '') return 'ALREADY_ENDED';
      if (ad.command['uid'] !== seller || ad.command['asset'] !== asset) return 'BAD_FIELDS';
      from = `P2P_AD:${f['adId']}`;
    }
    return this.move(
      [seller, asset, from],
      [seller, asset, `P2P_ESCROW:${f['orderId']}`],
      amount,
      'INSUFFICIENT_BALANCE',
    );
  }

  private finish(kind: string, [list, idName]: readonly [string, string], fields: Fields): RejectCode | bigint {
    const thing = this.things.get(`${list} ${fields[idName]}`);
    if (thing?.ending === kind) return thing.answer;
    if (thing === undefined) return 'UNKNOWN_ID';
    if (thing.ending !== '') return TOLERANT.includes(kind) ? 0n : 'ALREADY_ENDED';
    const reply = this.endThing(kind, thing, thing.command, fields);
    if (typeof reply === 'string') return reply;
    thing.ending = kind;
    thing.answer = reply;
    return reply;
  }

  private endThing(kind: string, thing: Thing, f: Fields, now: Fields): RejectCode | bigint {
    const uid = Number(f['uid']);
    const asset = String(f['asset']);
    const amount = BigInt(f['amount']!);
    switch (kind) {
      case 'CancelFeeVoucher':
        return this.endVoucher(thing, kind);
      case 'RevokeBonus':
        return this.endGrant(thing, kind);
      case 'PayCover':
      case 'EndCover': {
        const cover = `COVER:${f['coverId']}`;
        const wanted = kind === 'EndCover' ? 0n : BigInt(now['amount']!);
        const paid = wanted < amount ? wanted : amount;
        this.shift([uid, asset, cover], [uid, asset, 'FUTURES'], paid);
        this.shift([uid, asset, cover], [0, asset, 'PRIZE_POOL'], amount - paid);
        return kind === 'EndCover' ? amount : paid;
      }
      case 'SendWithdrawal':
        this.shift([uid, asset, 'WITHDRAW'], [-1, asset, 'AVAIL'], amount);
        this.shift([uid, asset, 'WITHDRAW'], [0, asset, 'AVAIL'], BigInt(f['fee']!));
        this.shift([0, asset, 'AVAIL'], [-1, asset, 'AVAIL'], BigInt(now['networkCost']!));
        return amount;
      case 'RefundWithdrawal':
        this.shift([uid, asset, 'WITHDRAW'], [uid, asset, 'AVAIL'], amount + BigInt(f['fee']!));
        return amount;
      case 'CloseP2pAd': {
        const rest = this.balance(uid, asset, `P2P_AD:${f['adId']}`);
        this.shift([uid, asset, `P2P_AD:${f['adId']}`], [uid, asset, 'AVAIL'], rest);
        return rest;
      }
      case 'SettleDual':
        return this.settleDual(f, now);
      default:
        return this.endOrder(kind, f);
    }
  }

  private endOrder(kind: string, f: Fields): bigint {
    const asset = String(f['asset']);
    const amount = BigInt(f['amount']!);
    const escrow = [Number(f['sellerUid']), asset, `P2P_ESCROW:${f['orderId']}`] as const;
    if (kind === 'RefundP2pOrder') {
      const isOpen = this.things.get(`ad ${f['adId']}`)?.ending === '';
      this.shift(escrow, [escrow[0], asset, isOpen ? `P2P_AD:${f['adId']}` : 'AVAIL'], amount);
      return amount;
    }
    const fee = BigInt(f['fee']!);
    this.shift(escrow, [Number(f['buyerUid']), asset, 'AVAIL'], amount - fee);
    this.shift(escrow, [0, asset, 'AVAIL'], fee);
    return amount - fee;
  }

  private settleDual(f: Fields, now: Fields): RejectCode | bigint {
    const uid = Number(f['uid']);
    const [invested, paid] = [String(f['asset']), String(now['asset'])];
    const payout = BigInt(now['payout']!);
    if (Boolean(now['exercised']) === (invested === paid)) return 'BAD_FIELDS';
    const short = this.pay('DUAL_POOL', paid, [uid, paid, 'AVAIL'], payout);
    if (typeof short === 'string') return short;
    const back = now['exercised'] ? ([0, invested, 'DUAL_POOL'] as const) : ([uid, invested, 'AVAIL'] as const);
    this.shift([uid, invested, 'DUAL'], back, BigInt(f['amount']!));
    return payout;
  }

  private other(kind: string, f: Fields): RejectCode | bigint {
    const asset = String(f['asset']);
    const amount = BigInt(f['amount'] ?? 0);
    if (kind === 'ContributeCapital') {
      if (amount < 0n && this.balance(0, asset, 'HOUSE') < -amount) return 'INSUFFICIENT_BALANCE';
      this.shift([-1, asset, 'AVAIL'], [0, asset, 'HOUSE'], amount);
      return 0n;
    }
    if (kind === 'FundPool') {
      const giver = amount > 0n ? 'HOUSE' : String(f['pool']);
      if (this.balance(0, asset, giver) < (amount < 0n ? -amount : amount)) return 'INSUFFICIENT_BALANCE';
      this.shift([0, asset, 'HOUSE'], [0, asset, String(f['pool'])], amount);
      return 0n;
    }
    if (kind === 'SetPoolFloor') {
      const floor = BigInt(f['floor']!);
      if (!['EARN_POOL', 'DUAL_POOL'].includes(String(f['pool'])) || floor > 0n) return 'BAD_FIELDS';
      if (this.balance(0, asset, String(f['pool'])) < floor) return 'POOL_SHORT';
      this.floors.set(`${f['pool']} ${asset}`, floor);
      return 0n;
    }
    if (kind === 'ChangeP2pAd') {
      const ad = this.things.get(`ad ${f['adId']}`);
      if (ad === undefined) return 'UNKNOWN_ID';
      if (ad.ending !== '') return 'ALREADY_ENDED';
      const [uid, held, name] = [Number(ad.command['uid']), String(ad.command['asset']), `P2P_AD:${f['adId']}`];
      const more = amount - this.balance(uid, held, name);
      if (more > this.balance(uid, held, 'AVAIL')) return 'INSUFFICIENT_BALANCE';
      this.shift([uid, held, 'AVAIL'], [uid, held, name], more);
      return amount;
    }
    if (kind === 'ConvertDust') return this.convertDust(f);
    return this.copyShare(kind, f);
  }

  private copyShare(kind: string, f: Fields): RejectCode | bigint {
    const key = `copy ${f['followId']}`;
    const body = `${f['uid']} ${f['asset']}`;
    const known = this.things.get(key);
    const copy = `COPY:${f['followId']}`;
    const version = BigInt(f['version']!);
    if (kind === 'AccrueCopyShare') {
      if (known !== undefined && known.body !== body) return 'ALREADY_EXISTS';
      if (known !== undefined && known.ending !== '') return 'ALREADY_ENDED';
      if (known !== undefined && version <= known.version) return known.answer;
      const thing = known ?? { body, command: f, ending: '', answer: 0n, left: 0n, version };
      this.things.set(key, thing);
      const [uid, asset] = [Number(f['uid']), String(f['asset'])];
      const wanted = BigInt(f['accrued']!) - this.balance(uid, asset, `${copy}/HOLD`);
      const free = this.balance(uid, asset, copy);
      this.shift([uid, asset, copy], [uid, asset, `${copy}/HOLD`], wanted < free ? wanted : free);
      thing.version = version;
      return (thing.answer = this.balance(uid, asset, `${copy}/HOLD`));
    }
    if (known === undefined) return 'UNKNOWN_ID';
    if (known.ending !== '' || version <= known.version) return known.answer;
    const [uid, asset] = [Number(known.command['uid']), String(known.command['asset'])];
    const paid = this.balance(uid, asset, `${copy}/HOLD`);
    const platform = (paid * BigInt(f['platformRate']!) + ONE - 1n) / ONE;
    this.shift([uid, asset, `${copy}/HOLD`], [Number(f['leadUid']), asset, 'AVAIL'], paid - platform);
    this.shift([uid, asset, `${copy}/HOLD`], [0, asset, 'AVAIL'], platform);
    known.version = version;
    if (f['ends']) known.ending = 'ENDED';
    return (known.answer = paid);
  }
}
