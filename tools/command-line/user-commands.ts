/** Accounts, sessions, fee rates, trade groups and restrictions of users. */
import { parseArgs } from 'node:util';
import { call, type CommandArea, CommandFailed, readOptions, readStrings, readTime, readWhole } from './calling.ts';

export const userCommands: CommandArea = {
  usage: `
  agio user create --email E --password P [--fund ASSET=AMOUNT]... [--fund-futures ASSET=AMOUNT]... [--api-key]
  agio user token --email E
  agio user fee-tier --email E [--own RATES] [--trial RATES --trial-end TIME]
  agio user trade-group --email E --group N
  agio user restrict --email E [--lift]`,
  commands: {
    'user create': createUser,
    'user token': userToken,
    'user fee-tier': setFeeTier,
    'user trade-group': setTradeGroup,
    'user restrict': restrict,
  },
};

async function createUser(args: string[]): Promise<unknown> {
  const { values } = readOptions(args, (joined) =>
    parseArgs({
      args: joined,
      options: {
        email: { type: 'string' },
        password: { type: 'string' },
        fund: { type: 'string', multiple: true, default: [] },
        'fund-futures': { type: 'string', multiple: true, default: [] },
        'api-key': { type: 'boolean', default: false },
      },
    }),
  );
  if (!values.email || !values.password) throw new CommandFailed('user create needs --email and --password.');
  return call('POST', '/operator/user/create', {
    email: values.email,
    password: values.password,
    fund: parseFunds(values.fund),
    fundFutures: parseFunds(values['fund-futures']),
    apiKey: values['api-key'],
  });
}

function parseFunds(texts: readonly string[]): { asset: string; amount: string }[] {
  return texts.map((text) => {
    const match = /^([A-Z0-9]+)=([0-9]+(?:\.[0-9]+)?)$/.exec(text);
    if (!match) throw new CommandFailed(`"${text}" is not of the form ASSET=AMOUNT, for instance USDT=1000.`);
    return { asset: match[1]!, amount: match[2]! };
  });
}

async function userToken(args: string[]): Promise<unknown> {
  const { values } = readOptions(args, (joined) => parseArgs({ args: joined, options: { email: { type: 'string' } } }));
  if (!values.email) throw new CommandFailed('user token needs --email.');
  return call('POST', '/operator/user/token', { email: values.email });
}

async function setFeeTier(args: string[]): Promise<unknown> {
  const { values } = readOptions(args, (joined) =>
    parseArgs({
      args: joined,
      options: {
        email: { type: 'string' },
        own: { type: 'string' },
        trial: { type: 'string' },
        'trial-end': { type: 'string' },
      },
    }),
  );
  const { email, own, trial, 'trial-end': end } = values;
  if (!email) throw new CommandFailed('user fee-tier needs --email.');
  if ((trial === undefined) !== (end === undefined)) throw new CommandFailed('--trial and --trial-end go together.');
  const trialEnd = end === undefined ? 0 : readTime(end);
  return call('POST', '/operator/user/fee-tier', { email, own: parseRates(own), trial: parseRates(trial), trialEnd });
}

function parseRates(text: string | undefined): object | null {
  if (text === undefined) return null;
  const [spotMaker, spotTaker, futuresMaker, futuresTaker, ...more] = text.split(',');
  if (futuresTaker === undefined || more.length > 0)
    throw new CommandFailed(`"${text}" is not four rates, for instance 0.0008,0.001,0.0002,0.0005.`);
  return { spotMaker, spotTaker, futuresMaker, futuresTaker };
}

async function setTradeGroup(args: string[]): Promise<unknown> {
  const { email, group } = readStrings(args, ['email', 'group']);
  return call('POST', '/operator/user/trade-group', { email, tradeGroupId: readWhole('group', group) });
}

async function restrict(args: string[]): Promise<unknown> {
  const { values } = readOptions(args, (joined) =>
    parseArgs({ args: joined, options: { email: { type: 'string' }, lift: { type: 'boolean', default: false } } }),
  );
  if (!values.email) throw new CommandFailed('--email must be given.');
  return call('POST', '/operator/user/restrict', { email: values.email, closeOnly: !values.lift });
}
