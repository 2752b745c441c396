/**
 * Sentences for operators when the core refuses a command. The codes are the core's; their sentences are written for users and orders,
 * and an operator needs to know which account, which id or which field it is.
 */
import { Refusal, type RefusalName } from '@agio/contracts/errors';
import {
  type CommandBody,
  type ContractView,
  type MarketStatus,
  type MarketView,
  type Outcome,
  type RejectCode,
  statusesAfter,
} from '@agio/core';
import { MAX_LEVERAGE } from '@agio/core/formulas';
import { formatUnits, MAX_FEE_RATE, parseUnits, RATE_ONE, RATE_SCALE } from '@agio/core/fixed';
import type { EngineHandle } from '../../engine/index.ts';
import { amountText } from '../futures/index.ts';
import type { Users } from '../users/index.ts';
import { contractFault, marketFault } from './configuration-rules.ts';
import { houseBalances } from './house-balances.ts';

/** The sources of an explanation. */
interface Scene {
  readonly engine: EngineHandle;
  readonly users: Users;
}

type Kind = CommandBody['kind'];
type Body<K extends Kind> = Extract<CommandBody, { kind: K }>;
/** Null: the code's own sentence is used. */
type Sentence = string | null;
type Explain<K extends Kind> = (command: Body<K>, scene: Scene) => Sentence | Promise<Sentence>;
type Explanations = { readonly [K in Kind]?: { readonly [C in RejectCode]?: Explain<K> } };

const EXPLANATIONS: Explanations = {
  ContributeCapital: { BAD_FIELDS: ({ amount }) => firstOf([amount === 0, 'amount must be above 0.']) },
  GrantBonus: {
    ALREADY_EXISTS: ({ grantId }) => taken('Bonus grant', grantId),
    BAD_FIELDS: explainGrant,
    ALREADY_ENDED: () => 'expiresAt must be in the future.',
    POOL_SHORT: ({ asset, amount }, scene) => poolShort(scene, { account: 'BONUS_POOL', asset, amount }),
    OWN_FUNDS: async ({ uid, asset, minOwnFunds }, { users }) =>
      `The futures wallet of ${await nameOf(users, uid)} holds less than minOwnFunds, ${amountText(minOwnFunds)} ${asset}.`,
  },
  RevokeBonus: { UNKNOWN_ID: ({ grantId }) => `There is no bonus grant ${grantId}.` },
  GrantFeeVoucher: {
    ALREADY_EXISTS: ({ voucherId }) => taken('Fee voucher', voucherId),
    BAD_FIELDS: ({ amount, ratio }) =>
      firstOf(
        [amount === 0, 'amount must be above 0.'],
        [ratio <= 0 || ratio > RATE_ONE, 'ratio must be above 0 and at most 1: it is the share of a fee that is paid.'],
      ),
    ALREADY_ENDED: () => 'expiresAt must be in the future.',
    POOL_SHORT: ({ coin, amount }, scene) => poolShort(scene, { account: 'PRIZE_POOL', asset: coin, amount }),
  },
  CancelFeeVoucher: { UNKNOWN_ID: ({ voucherId }) => `There is no fee voucher ${voucherId}.` },
  OpenVoucherPosition: {
    UNKNOWN_MARKET: ({ symbol }) => noContract(symbol),
    ALREADY_EXISTS: ({ voucherId }) => `Voucher position ${voucherId} exists already. Use another id.`,
    BAD_FIELDS: ({ amount }) => firstOf([amount === 0, 'amount must be above 0.']),
    MARKET_STATUS: async ({ symbol }, { engine }) => whyNotOpened(await contractNamed(engine, symbol)),
    LEVERAGE_RANGE: async ({ symbol }, { engine }) => {
      const limits = (await contractNamed(engine, symbol))?.parameters;
      return limits ? `leverage must be from ${limits.leverageMin} to ${limits.leverageMax} in ${symbol}.` : null;
    },
    POOL_SHORT: async ({ amount }, scene) =>
      poolShort(scene, { account: 'BONUS_POOL', asset: await settleAsset(scene.engine), amount }),
  },
  PostCorrection: {
    ALREADY_EXISTS: ({ correctionId }) => taken('Correction', correctionId),
    BAD_FIELDS: async ({ asset, entries }, { engine }) => {
      const settle = await settleAsset(engine);
      const isFutures = entries.some(({ account }) => account === 'FUTURES');
      return firstOf(
        [isFutures && asset !== settle, `A FUTURES wallet is corrected in ${settle} only, not in ${asset}.`],
        [true, 'The entries move more than one correction may.'],
      );
    },
    POOL_SHORT: explainShortHouse,
    INSUFFICIENT_BALANCE: explainShortUser,
  },
  WithholdProfit: {
    ALREADY_EXISTS: ({ withholdingId }) => taken('Withholding', withholdingId),
    BAD_FIELDS: ({ amount }) => firstOf([amount === 0, 'amount must be above 0.']),
    UNKNOWN_ID: async ({ uid, grantId }, { users }) =>
      `There is no bonus grant ${grantId} of ${await nameOf(users, uid)}.`,
    ACCOUNT_STATE: ({ grantId }) => `Revoke grant ${grantId} first: only then its profit can be withheld.`,
    ALREADY_ENDED: ({ grantId }) =>
      `Bonus grant ${grantId} was not revoked, it ended in another way: nothing can be withheld for it.`,
  },
  SetMarketStatus: {
    UNKNOWN_MARKET: ({ symbol }) => noMarket(symbol),
    MARKET_STATUS: async ({ symbol, status }, { engine }) => whyNoStatus(await marketNamed(engine, symbol), status),
  },
  SetContractStatus: {
    UNKNOWN_MARKET: ({ symbol }) => noContract(symbol),
    MARKET_STATUS: async ({ symbol, status }, { engine }) => {
      const now = (await contractNamed(engine, symbol))?.status;
      if (now === 'SETTLED') return settled(symbol);
      if (now === status) return `${symbol} is ${status} already.`;
      return `${symbol} has open positions and no mark price yet: it cannot be settled.`;
    },
  },
  ChangeMarket: {
    MARKET_STATUS: ({ symbol }) => `${delisted(symbol)} Its parameters stay as they are.`,
    ALREADY_EXISTS: ({ symbol, version }) => overtaken(symbol, version),
    BAD_CONFIGURATION: ({ parameters }) => marketFault(parameters),
  },
  ChangeContract: {
    MARKET_STATUS: ({ symbol }) => `${settled(symbol)} Its parameters stay as they are.`,
    ALREADY_EXISTS: ({ symbol, version }) => overtaken(symbol, version),
    BAD_CONFIGURATION: ({ parameters }) => contractFault(parameters),
  },
  SetFeeTier: { BAD_FIELDS: explainTier },
};

/** The refusal of a command, with the plainest sentence there is for it. */
export async function refusalOf(
  scene: Scene,
  command: CommandBody,
  { code, repeated }: Extract<Outcome, { ok: false }>,
): Promise<Refusal> {
  const plain = new Refusal(code);
  // The sentence would be made from the present state, which may differ from the state at the first answer.
  if (repeated)
    return said(
      code,
      `${plain.message} This is the answer that this Idempotency-Key got the first time: ask anew with another one.`,
    );
  const explain = EXPLANATIONS[command.kind]?.[code] as Explain<Kind> | undefined;
  try {
    return said(code, (await explain?.(command, scene)) ?? plain.message);
  } catch {
    // The command was decided; what would explain it cannot be read now.
    return plain;
  }
}

/** A refusal with this sentence instead of the code's. */
export function said(code: RefusalName, sentence: string): Refusal {
  return new Refusal(code, {}, sentence);
}

export const noMarket = (symbol: string): string => `There is no market ${symbol}.`;
export const noContract = (symbol: string): string => `There is no contract ${symbol}.`;
const settled = (symbol: string): string => `${symbol} is settled, and that is for good.`;
const delisted = (symbol: string): string => `${symbol} is delisted, and that is for good.`;
const taken = (what: string, id: number): string => `${what} ${id} exists already, with other terms. Use another id.`;
const overtaken = (symbol: string, version: number): string =>
  `Version ${version} of ${symbol} is in force, with other parameters. Look at them, then send the next version.`;

/** The sentence of the first that holds. */
function firstOf(...cases: readonly (readonly [holds: boolean, sentence: string])[]): Sentence {
  return cases.find(([holds]) => holds)?.[1] ?? null;
}

async function explainGrant(command: Body<'GrantBonus'>, { engine }: Scene): Promise<Sentence> {
  const { amount, asset, mode, ratio, maxLeverage, expiresAtMs } = command;
  const settle = await settleAsset(engine);
  return firstOf(
    [asset !== settle, `asset must be ${settle}, in which the contracts settle: bonus pays nothing else.`],
    [mode === 'RATIO' && ratio === 0, 'Mode RATIO needs ratio, the share that bonus pays: above 0, 1 at most.'],
    [mode === 'RATIO' && ratio > RATE_ONE, 'ratio must be 1 or less: it is the share that bonus pays.'],
    [mode !== 'RATIO' && ratio !== 0, `ratio goes with mode RATIO only, and this is ${mode}.`],
    [maxLeverage > MAX_LEVERAGE, `maxLeverage must be ${MAX_LEVERAGE} or less; 0 is no limit.`],
    [expiresAtMs === 0, 'expiresAt must be in the future.'],
    [amount === 0, 'amount must be above 0.'],
  );
}

function explainTier({ own, trial, trialEndMs }: Body<'SetFeeTier'>): Sentence {
  const most = formatUnits(MAX_FEE_RATE, RATE_SCALE);
  const rates = [own, trial].flatMap((tier) =>
    tier === null
      ? []
      : ([
          ['spotMaker', tier.spotMaker, 'spotTaker', tier.spotTaker],
          ['futuresMaker', tier.futuresMaker, 'futuresTaker', tier.futuresTaker],
        ] as const),
  );
  return firstOf(
    [(trial === null) !== (trialEndMs === 0), 'trial and trialEnd go together: give both or none.'],
    ...rates.flatMap(([makerName, maker, takerName, taker]) => [
      [taker > MAX_FEE_RATE, `${takerName} must be ${most} or less.`] as const,
      [maker > MAX_FEE_RATE, `${makerName} must be ${most} or less.`] as const,
      [maker < -taker, `${makerName} may be no larger a rebate than ${takerName} pays.`] as const,
    ]),
  );
}

interface Need {
  readonly account: string;
  readonly asset: string;
  /** Units. */
  readonly amount: number;
}

/** Accounts that `FundPool` can fill; the house's capital and its fees cannot be filled. */
const POOL = /_POOL$|^INSURANCE$/;

async function poolShort({ engine }: Scene, { account, asset, amount }: Need): Promise<string> {
  const scale = (await engine.query('assets', {})).find((known) => known.asset === asset)?.scale ?? 0;
  const accounts = await houseBalances(engine);
  const holds = accounts.find((one) => one.name === account && one.asset === asset)?.balance ?? '0';
  const advice = POOL.test(account) ? ' Bring more in with pool fund, or take less.' : '';
  return `${account} holds ${holds} ${asset}, and this needs ${formatUnits(amount, scale)}.${advice}`;
}

/** The first account of the house that holds less than it would give. */
async function explainShortHouse({ asset, entries }: Body<'PostCorrection'>, scene: Scene): Promise<Sentence> {
  const scale = (await scene.engine.query('assets', {})).find((known) => known.asset === asset)?.scale ?? 0;
  const accounts = await houseBalances(scene.engine);
  const short = entries.find(({ uid, account, amount }) => {
    if (uid !== 0 || account === 'EXTERNAL' || amount >= 0) return false;
    const text = accounts.find((one) => one.name === account && one.asset === asset)?.balance ?? '0';
    return text.startsWith('-') || (parseUnits(text, scale) ?? Number.MAX_SAFE_INTEGER) < -amount;
  });
  return short === undefined ? null : poolShort(scene, { account: short.account, asset, amount: -short.amount });
}

/** The first wallet of a user that may give less than it would. */
async function explainShortUser({ asset, entries }: Body<'PostCorrection'>, scene: Scene): Promise<Sentence> {
  const { engine, users } = scene;
  const scale = (await engine.query('assets', {})).find((known) => known.asset === asset)?.scale ?? 0;
  for (const { uid, account, amount } of entries) {
    if (uid === 0 || amount >= 0) continue;
    const free = await freeOf(engine, { uid, account, asset });
    if (free >= BigInt(-amount)) continue;
    const [may, takes] = [formatUnits(free, scale), formatUnits(-amount, scale)];
    return `${may} ${asset} may leave ${await nameOf(users, uid)}:${account}, and this takes ${takes}.`;
  }
  return null;
}

async function freeOf(
  engine: EngineHandle,
  { uid, account, asset }: { readonly uid: number; readonly account: string; readonly asset: string },
): Promise<bigint> {
  if (account === 'FUTURES')
    return BigInt((await engine.query('capital', { uid, wallet: account }))?.transferable ?? 0);
  const wallets = await engine.query('balances', { uid });
  return BigInt(wallets.find((one) => one.asset === asset && one.wallet === account)?.available ?? 0);
}

function whyNoStatus(market: MarketView | undefined, wanted: MarketStatus): Sentence {
  if (market === undefined) return null;
  const { symbol, status } = market;
  if (status === 'DELISTED') return delisted(symbol);
  if (status === wanted) return `${symbol} is ${wanted} already.`;
  const last = statusesAfter(status).at(-1);
  const others = status === 'MAINTENANCE' ? 'what it was before,' : statusesAfter(status).slice(0, -1).join(', ');
  return `${symbol} is ${status}, which becomes ${others} or ${last}, not ${wanted}.`;
}

function whyNotOpened(contract: ContractView | undefined): Sentence {
  if (contract === undefined) return null;
  const { symbol, status } = contract;
  if (status === 'SETTLED') return settled(symbol);
  if (status !== 'OPEN') return `${symbol} is ${status}: nothing is opened in it now.`;
  return `${symbol} has no price from outside now, and takes no orders without one.`;
}

/** In which every contract settles. */
async function settleAsset(engine: EngineHandle): Promise<string> {
  return (await engine.query('contracts', {}))[0]?.settle ?? '';
}

/** The user's name for operators: the email address, if known. */
async function nameOf(users: Users, uid: number): Promise<string> {
  return (await users.emailsOf([uid])).get(uid) ?? `user ${uid}`;
}

/** The market of that symbol, as it is now. */
export async function marketNamed(engine: EngineHandle, symbol: string): Promise<MarketView | undefined> {
  return (await engine.query('markets', {})).find((view) => view.symbol === symbol);
}

/** Like `marketNamed`, for contracts. */
export async function contractNamed(engine: EngineHandle, symbol: string): Promise<ContractView | undefined> {
  return (await engine.query('contracts', {})).find((view) => view.symbol === symbol);
}
