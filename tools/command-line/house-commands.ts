/** The house's pools, and what it gives users and takes back: bonus, vouchers, corrections. */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import {
  call,
  type CommandArea,
  CommandFailed,
  readAmount,
  readOptions,
  readStrings,
  readTime,
  readWhole,
} from './calling.ts';

export const houseCommands: CommandArea = {
  usage: `
  agio pool fund --pool INSURANCE|BONUS_POOL|PRIZE_POOL|EARN_POOL|DUAL_POOL --asset A --amount N [--key K]
  agio pool list
  agio bonus grant --id N --email E --asset A --amount N --expires TIME [--mode BONUS_FIRST|OWN_FIRST|RATIO] [--ratio R]
    [--min-own-funds N] [--max-leverage N] [--symbols S,S] [--source TEXT] [--key K]
  agio bonus revoke --id N --reason TEXT [--key K]
  agio profit withhold --id N --email E --grant GRANT --amount N --reason TEXT [--key K]
  agio fee-voucher grant --id N --email E --asset A --amount N --expires TIME [--ratio R] [--max-per-use N]
    [--products SPOT,FUTURES] [--symbols S,S] [--key K]
  agio fee-voucher cancel --id N [--key K]
  agio voucher-position open --id N --email E --symbol S --side BUY|SELL --leverage N --amount N [--key K]
  agio correction post --id N --corrects TEXT --reason TEXT --asset A --entry ENTRY --entry ENTRY... [--key K]`,
  commands: {
    'pool fund': fundPool,
    'pool list': () => call('GET', '/operator/pool/list'),
    'bonus grant': grantBonus,
    'bonus revoke': revokeBonus,
    'profit withhold': withholdProfit,
    'fee-voucher grant': grantFeeVoucher,
    'fee-voucher cancel': cancelFeeVoucher,
    'voucher-position open': openVoucherPosition,
    'correction post': postCorrection,
  },
};

async function fundPool(args: string[]): Promise<unknown> {
  const { pool, asset, amount, key } = readStrings(args, ['pool', 'asset', 'amount'], ['key']);
  return post('/operator/pool/fund', { pool, asset, amount: readAmount('amount', amount) }, key);
}

/** Under the same key a repeat is the same command: it gets the first answer and does nothing. */
const post = (path: string, body: object, key: string = randomUUID()): Promise<unknown> =>
  call('POST', path, body, key);

const listOf = (text: string | undefined): string[] | undefined => text?.split(',');
/** Of an option that may be left out. */
const given = <Value>(text: string | undefined, read: (text: string) => Value): Value | undefined =>
  text === undefined ? undefined : read(text);

async function grantBonus(args: string[]): Promise<unknown> {
  const values = readStrings(
    args,
    ['id', 'email', 'asset', 'amount', 'expires'],
    ['mode', 'ratio', 'min-own-funds', 'max-leverage', 'symbols', 'source', 'key'],
  );
  const { id, email, asset, amount, expires, mode, ratio, source, key } = values;
  const grant = {
    grantId: readWhole('id', id),
    email,
    asset,
    amount: readAmount('amount', amount),
    mode,
    ratio,
    expiresAt: readTime(expires),
    minOwnFunds: values['min-own-funds'],
    maxLeverage: given(values['max-leverage'], (text) => readWhole('max-leverage', text)),
    symbols: listOf(values['symbols']),
    source,
  };
  return post('/operator/bonus/grant', grant, key);
}

async function revokeBonus(args: string[]): Promise<unknown> {
  const { id, reason, key } = readStrings(args, ['id', 'reason'], ['key']);
  return post('/operator/bonus/revoke', { grantId: readWhole('id', id), reason }, key);
}

async function withholdProfit(args: string[]): Promise<unknown> {
  const values = readStrings(args, ['id', 'email', 'grant', 'amount', 'reason'], ['key']);
  const { id, grant, email, amount, reason, key } = values;
  const named = { withholdingId: readWhole('id', id), grantId: readWhole('grant', grant), email, reason };
  return post('/operator/profit/withhold', { ...named, amount: readAmount('amount', amount) }, key);
}

async function grantFeeVoucher(args: string[]): Promise<unknown> {
  const free = ['ratio', 'max-per-use', 'products', 'symbols', 'key'];
  const values = readStrings(args, ['id', 'email', 'asset', 'amount', 'expires'], free);
  const { id, email, asset, amount, expires, ratio, key } = values;
  const voucher = {
    voucherId: readWhole('id', id),
    email,
    asset,
    amount: readAmount('amount', amount),
    ratio,
    maxPerUse: values['max-per-use'],
    products: listOf(values['products']),
    symbols: listOf(values['symbols']),
    expiresAt: readTime(expires),
  };
  return post('/operator/fee-voucher/grant', voucher, key);
}

async function cancelFeeVoucher(args: string[]): Promise<unknown> {
  const { id, key } = readStrings(args, ['id'], ['key']);
  return post('/operator/fee-voucher/cancel', { voucherId: readWhole('id', id) }, key);
}

async function openVoucherPosition(args: string[]): Promise<unknown> {
  const values = readStrings(args, ['id', 'email', 'symbol', 'side', 'leverage', 'amount'], ['key']);
  const { id, email, symbol, side, leverage, amount, key } = values;
  const position = {
    voucherId: readWhole('id', id),
    leverage: readWhole('leverage', leverage),
    amount: readAmount('amount', amount),
  };
  return post('/operator/voucher-position/open', { ...position, email, symbol, side }, key);
}

async function postCorrection(args: string[]): Promise<unknown> {
  const text = { type: 'string' } as const;
  const named = { id: text, corrects: text, reason: text, asset: text, key: text };
  const options = { ...named, entry: { ...text, multiple: true } } as const;
  const { id, key, entry = [], ...rest } = readOptions(args, (joined) => parseArgs({ args: joined, options })).values;
  if (id === undefined || rest.corrects === undefined || rest.reason === undefined || rest.asset === undefined)
    throw new CommandFailed('correction post needs --id, --corrects, --reason, --asset and two entries or more.');
  const correction = { correctionId: readWhole('id', id), ...rest, entries: entry.map(readEntry) };
  return post('/operator/correction', correction, key);
}

/** A user's is EMAIL:WALLET=AMOUNT, the house's ACCOUNT=AMOUNT; negative for what the account gives. */
function readEntry(text: string): object {
  const match = /^(?:(?<email>\S+@\S+):)?(?<account>[A-Z_]+)=(?<amount>-?\d+(?:\.\d+)?)$/.exec(text)?.groups;
  if (!match) throw new CommandFailed(`"${text}" is no entry such as HOUSE_FEE=-0.5 or ann@example.com:SPOT=0.5.`);
  const { email, account, amount } = match;
  return email === undefined ? { account, amount } : { email, account, amount };
}
