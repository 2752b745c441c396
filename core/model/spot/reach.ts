/** Counts what the random commands of the spot markets reached, and lists what CI's runs have to reach. */
import type { Command } from '../../protocol/commands.ts';
import type { CoreEvent, Outcome } from '../../protocol/events.ts';
import type { NaiveModel } from './naive-model.ts';
import type { Reached } from '../reached.ts';

interface Step {
  readonly command: Command;
  readonly outcome: Outcome;
  readonly model: NaiveModel;
  readonly events: readonly CoreEvent[];
}

export function countReached(reached: Reached, { command, outcome, model, events }: Step): void {
  if (model.repeats !== 0) reached.count('a repeated key');
  reached.count(outcome.ok ? `${command.kind} ok` : outcome.code);
  const fields = command as unknown as Record<string, unknown>;
  const market = model.markets.get(String(fields['symbol']));
  if (market !== undefined && command.kind.endsWith('Order')) reached.count(`an order command while ${market.status}`);
  if (outcome.ok) {
    for (const name of ['type', 'timeInForce', 'stpMode'])
      if (String(fields[name] ?? '') !== '') reached.count(String(fields[name]));
    for (const name of ['displayQuantity', 'quoteAmount', 'maxSlippage', 'clientOrderId', 'activationPrice'])
      if (fields[name]) reached.count(`with ${name}`);
    if (command.kind === 'SetMarketStatus') reached.count(`status ${command.status}`);
  }
  for (const event of events) countEvent(reached, event, model);
}

function countEvent(reached: Reached, event: CoreEvent, model: NaiveModel): void {
  if (event.kind === 'OrderChanged') reached.count(`order ${event.status} ${event.reason}`.trim());
  if (event.kind === 'OrderChanged' && event.status === 'EXPIRED' && FAILURES.includes(event.reason))
    reached.count('a fired order that fails a check');
  if (event.kind === 'OrderChanged' && event.cause === 'TRIGGERED') reached.count(`fired ${event.type}`);
  if (event.kind === 'OrderChanged' && event.cause === 'PREVENTED' && event.status === 'UNTRIGGERED')
    reached.count('a pair cut by self-trade prevention');
  if (event.kind === 'MarketChanged') reached.count(`market ${event.status}`);
  if (event.kind === 'MarketParametersChanged')
    for (const { code, ended } of event.misfits) reached.count(ended ? 'a misfit that ended' : `a misfit by ${code}`);
  if (event.kind !== 'Traded') return;
  const { parameters } = model.markets.get(event.symbol)!;
  reached.count(`a trade with fees in ${parameters.feeMode}`);
  if (event.makerFee < 0) reached.count('a rebate');
  for (const uid of [event.makerUid, event.takerUid]) {
    const tier = model.tiers.get(uid);
    if (tier?.trial && event.timeMs < tier.trialEndMs) reached.count('a trade at trial rates');
  }
  if (parameters.hasFeeException === true) reached.count('a trade under a fee exception');
}

/** Kinds of commands of which one has to be accepted. */
const KINDS = [
  'CreateAsset',
  'CreateMarket',
  'ChangeMarket',
  'SetMarketStatus',
  'Clock',
  'Deposit',
  'Transfer',
  'PlaceOrder',
  'PlaceOco',
  'AmendOrder',
  'CancelOrder',
  'CancelAllOrders',
  'SetFeeTier',
  'SetTradeGroup',
];
const CODES = [
  'IDEMPOTENCY_MISMATCH',
  'UNKNOWN_ASSET',
  'UNKNOWN_MARKET',
  'ALREADY_EXISTS',
  'BAD_CONFIGURATION',
  'MARKET_STATUS',
  'BAD_FIELDS',
  'STP_MODE',
  'UNKNOWN_ORDER',
  'ORDER_CLOSED',
  'TOO_MANY_AMENDS',
  'OCO_LEG',
  'NOTHING_TO_AMEND',
  'DUPLICATE_CLIENT_ORDER_ID',
  'PRICE_TICK',
  'PRICE_RANGE',
  'QUANTITY_STEP',
  'QUANTITY_RANGE',
  'MIN_AMOUNT',
  'MAX_AMOUNT',
  'PRICE_OFFSET',
  'PRICE_BAND',
  'TOO_MANY_ORDERS',
  'POST_ONLY',
  'WOULD_TRIGGER_NOW',
  'OCO_PRICES',
  'AMOUNT_TOO_LARGE',
  'INSUFFICIENT_BALANCE',
];
const STATUSES = ['PRE_OPEN', 'TRADING', 'HALTED', 'POST_ONLY', 'MAINTENANCE', 'DELISTED'];
const TYPES = ['STOP', 'TAKE_PROFIT', 'TRAILING_STOP'].flatMap((trigger) => [`${trigger}_LIMIT`, `${trigger}_MARKET`]);
const WORDS = ['GTC', 'IOC', 'FOK', 'GTX', 'EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH', 'DECREMENT', 'NONE'];
/** Checks that a fired order may fail (trading A4); each is too rare to be required. */
const FAILURES: readonly string[] = ['MIN_AMOUNT', 'MAX_AMOUNT', 'PRICE_OFFSET', 'PRICE_BAND', 'POST_ONLY'];

export const SPOT_EXPECTED: readonly string[] = [
  ...KINDS.map((kind) => `${kind} ok`),
  ...CODES,
  ...STATUSES.flatMap((status) => [`market ${status}`, `an order command while ${status}`]),
  'LIMIT',
  'MARKET',
  ...TYPES,
  ...WORDS,
  ...['USER', 'SYSTEM', 'AMENDED_AWAY', 'OCO'].map((reason) => `order CANCELED ${reason}`),
  ...['TIME_IN_FORCE', 'PRICE_CAP', 'NO_LIQUIDITY'].map((reason) => `order EXPIRED ${reason}`),
  'order EXPIRED_IN_MATCH SELF_TRADE',
  ...['displayQuantity', 'quoteAmount', 'maxSlippage', 'clientOrderId', 'activationPrice'].map(
    (name) => `with ${name}`,
  ),
  ...TYPES.map((type) => `fired ${type}`),
  'a fired order that fails a check',
  'a pair cut by self-trade prevention',
  'a misfit that ended',
  'a misfit by MIN_AMOUNT',
  'a misfit by QUANTITY_RANGE',
  'a misfit by MAX_AMOUNT',
  'a repeated key',
  'a rebate',
  'a trade with fees in RECEIVED',
  'a trade with fees in QUOTE',
  'a trade at trial rates',
  'a trade under a fee exception',
];
