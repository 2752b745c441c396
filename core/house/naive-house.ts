/**
 * The rules of the house's commands a second time, as plainly as can be, over the naive model of the spot markets. Every
 * command is a list of moves between buckets named as in the ledger; what was done is remembered by kind and id for ever.
 */
import { type Command, type CommandHeader, isHouse } from '../commands.ts';
import { NaiveModel } from '../naive-model.ts';
import type { RejectCode } from '../rejects.ts';
import type { HouseCommand } from './commands.ts';

type Fields = Readonly<Record<string, never>>;

interface Thing {
  readonly body: string;
  readonly command: Fields;
  /** Empty while it lives. */
  ending: string;
  answer: bigint;
  left: bigint;
  version: bigint;
}

const ONE = 100_000_000n;
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
/** Those that answer 0 for what ended in another way. */
const TOLERANT = ['CancelFeeVoucher', 'EndCover', 'RevokeBonus'];

export class NaiveHouse extends NaiveModel {
  /** What the last command to the house answered. */
  answer: bigint | null = null;
  private readonly things = new Map<string, Thing>();
  private tradesSeen = 0;

  override apply(command: Command): RejectCode | null {
    this.answer = null;
    if (isHouse(command)) {
      this.timeMs = command.timeMs;
      const reply = this.onHouse(command);
      if (typeof reply === 'string') return reply;
      this.answer = reply;
      return null;
    }
    if (command.kind === 'Transfer' && command.from === 'FUTURES' && this.grantsOf(command.uid).length > 0) {
      if (command.confirmForfeit !== true) return 'BONUS_FORFEIT';
      if (this.balance(command.uid, command.asset, 'FUTURES') < BigInt(command.amount)) return 'INSUFFICIENT_BALANCE';
      for (const grant of this.grantsOf(command.uid)) this.endGrant(grant, 'INVALIDATED');
    }
    if (command.kind === 'Transfer' && command.to.startsWith('COPY:')) {
      const { uid, asset, to, amount } = command;
      const reply = this.move([uid, asset, 'AVAIL'], [uid, asset, to], BigInt(amount), 'INSUFFICIENT_BALANCE');
      return typeof reply === 'string' ? reply : null;
    }
    const refusal = super.apply(command);
    for (; this.tradesSeen < this.trades.length; this.tradesSeen += 1) this.useVouchers(this.tradesSeen);
    if (command.kind === 'Clock') this.expire();
    return refusal;
  }

  private onHouse(command: CommandHeader & HouseCommand): RejectCode | bigint {
    const { kind } = command;
    const entries = Object.entries(command).filter(
      ([name]) => !['kind', 'seq', 'timeMs', 'idempotency'].includes(name),
    );
    const fields = Object.fromEntries(entries) as Fields;
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
      return kind === 'ClawBackPrize' ? known.answer : BigInt(fields['amount']!);
    }
    const reply = this.begin(kind, fields);
    if (typeof reply === 'string') return reply;
    this.things.set(key, { body, command: fields, ending: '', answer: reply, left: reply, version: 0n });
    return reply;
  }

  private begin(kind: string, f: Fields): RejectCode | bigint {
    const uid = Number(f['uid']);
    const asset = String(f['asset']);
    const amount = BigInt(f['amount']!);
    const wallet = f['wallet'] === 'FUTURES' ? 'FUTURES' : 'AVAIL';
    const short = 'INSUFFICIENT_BALANCE';
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
        return this.move([0, asset, 'EARN_POOL'], [uid, asset, f['compound'] ? 'EARN' : 'AVAIL'], amount, 'POOL_SHORT');
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
    if (this.balance(0, paid, 'DUAL_POOL') < payout) return 'POOL_SHORT';
    const back = now['exercised'] ? ([0, invested, 'DUAL_POOL'] as const) : ([uid, invested, 'AVAIL'] as const);
    this.shift([uid, invested, 'DUAL'], back, BigInt(f['amount']!));
    this.shift([0, paid, 'DUAL_POOL'], [uid, paid, 'AVAIL'], payout);
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

  private live(list: string): Thing[] {
    return [...this.things]
      .filter(([key, { ending }]) => key.startsWith(`${list} `) && ending === '')
      .map(([, thing]) => thing);
  }
  private grantsOf(uid: number): Thing[] {
    return this.live('grant').filter(({ command }) => Number(command['uid']) === uid);
  }

  private endVoucher(thing: Thing, ending: string): bigint {
    const { uid, coin, voucherId } = thing.command;
    const rest = this.balance(uid!, coin!, `FEE_VOUCHER:${voucherId}`);
    this.shift([uid!, coin!, `FEE_VOUCHER:${voucherId}`], [0, coin!, 'PRIZE_POOL'], rest);
    thing.ending = ending;
    return rest;
  }

  private endGrant(thing: Thing, ending: string): bigint {
    const { uid, asset, grantId } = thing.command;
    const rest = this.balance(uid!, asset!, `BONUS:${grantId}`);
    this.shift([uid!, asset!, `BONUS:${grantId}`], [0, asset!, 'BONUS_POOL'], rest);
    thing.ending = ending;
    return rest;
  }

  private expire(): void {
    const isDue = ({ command }: Thing): boolean => Number(command['expiresAtMs']) <= this.timeMs;
    for (const voucher of this.live('voucher').filter(isDue)) this.endVoucher(voucher, 'EXPIRED');
    for (const grant of this.live('grant').filter(isDue)) this.endGrant(grant, 'EXPIRED');
  }

  /** Trading A5.8: maker, then taker. */
  private useVouchers(at: number): void {
    const trade = this.trades[at]!;
    const { quote, parameters } = this.markets.get(trade.symbol)!;
    for (const [id, fee] of [
      [trade.maker, trade.makerFee],
      [trade.taker, trade.takerFee],
    ] as const) {
      const order = this.orders[Number(id) - 1]!;
      const applying = this.live('voucher')
        .filter(({ command: v }) => Number(v['uid']) === order.uid && v['coin'] === quote)
        .filter(({ command: v }) => Number(v['expiresAtMs']) > this.timeMs && String(v['products']).includes('SPOT'))
        .filter(({ command: v }) => String(v['symbols']) === '' || String(v['symbols']).includes(trade.symbol))
        .sort(({ command: a }, { command: b }) => {
          const byTime = Number(a['expiresAtMs']) - Number(b['expiresAtMs']) || Number(b['ratio']) - Number(a['ratio']);
          return byTime || Number(a['voucherId']) - Number(b['voucherId']);
        });
      const [first] = applying;
      if (first === undefined || fee <= 0n) continue;
      const isInBase = order.side === 'BUY' && parameters.feeMode !== 'QUOTE';
      // The amount of the trade is the price times its quantity: of the fee it is the same share.
      const value = isInBase ? [fee * trade.amount, trade.quantity] : [fee, 1n];
      const { ratio, maxPerUse, voucherId } = first.command;
      const name = `FEE_VOUCHER:${voucherId}`;
      const left = this.balance(order.uid, quote, name);
      let part = (value[0]! * BigInt(ratio!)) / (value[1]! * ONE);
      if (part > left) part = left;
      if (BigInt(maxPerUse!) > 0n && part > BigInt(maxPerUse!)) part = BigInt(maxPerUse!);
      this.shift([order.uid, quote, name], [order.uid, quote, 'AVAIL'], part);
      if (part === left) first.ending = 'USED';
    }
  }

  private move(
    from: readonly [number, string, string],
    to: readonly [number, string, string],
    amount: bigint,
    otherwise: RejectCode,
  ): RejectCode | bigint {
    if (this.balance(...from) < amount) return otherwise;
    this.shift(from, to, amount);
    return amount;
  }

  private shift(from: readonly [number, string, string], to: readonly [number, string, string], amount: bigint): void {
    this.add(...from, -amount);
    this.add(...to, amount);
  }
}
