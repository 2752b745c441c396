/** Status and parameters of markets and contracts, and shocks of a demo. */
import { parseArgs } from 'node:util';
import { call, type CommandArea, CommandFailed, readOptions, readStrings, readWhole } from './calling.ts';

const setStatus =
  (path: string) =>
  async (args: string[]): Promise<unknown> => {
    const { symbol, status } = readStrings(args, ['symbol', 'status']);
    return call('POST', path, { symbol, status });
  };

export const marketCommands: CommandArea = {
  usage: `
  agio market status --symbol S --status TRADING|HALTED|POST_ONLY|MAINTENANCE|DELISTED
  agio market parameters --symbol S [FIELD=VALUE... [--version V]]
  agio contract status --symbol S --status PRE_OPEN|OPEN|REDUCE_ONLY|CANCEL_ONLY|STOP|SETTLED
  agio contract parameters --symbol S [FIELD=VALUE... [--version V]]
  agio demo shock --symbol S --percent P [--seconds N]`,
  commands: {
    'market status': setStatus('/operator/market/status'),
    'market parameters': parameters('/operator/market/parameters'),
    'contract status': setStatus('/operator/contract/status'),
    'contract parameters': parameters('/operator/contract/parameters'),
    'demo shock': shockDemo,
  },
};

interface Parameters {
  readonly version: number;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Without fields: shows the present ones. With fields: sets them, and names the open orders that no longer fit. */
function parameters(path: string): (args: string[]) => Promise<unknown> {
  return async (args) => {
    const options = { symbol: { type: 'string' }, version: { type: 'string' } } as const;
    const { values, positionals } = readOptions(args, (joined) =>
      parseArgs({ args: joined, options, allowPositionals: true }),
    );
    if (values.symbol === undefined) throw new CommandFailed('--symbol must be given.');
    const now = await call<Parameters>('GET', `${path}?symbol=${encodeURIComponent(values.symbol)}`);
    if (positionals.length === 0) return now;
    const changes = Object.fromEntries(positionals.map((text) => readChange(text, now.parameters)));
    const version = values.version === undefined ? now.version + 1 : readWhole('version', values.version);
    return call('POST', path, { symbol: values.symbol, version, changes });
  };
}

/** The value in the type that the field has now: decimals stay text, lists are JSON. */
function readChange(text: string, now: Readonly<Record<string, unknown>>): [name: string, value: unknown] {
  const at = text.indexOf('=');
  if (at < 1) throw new CommandFailed(`"${text}" is not of the form FIELD=VALUE, for instance minAmount=10.`);
  const [name, value] = [text.slice(0, at), text.slice(at + 1)];
  if (typeof now[name] === 'string') return [name, value];
  try {
    return [name, JSON.parse(value)];
  } catch {
    throw new CommandFailed(`"${value}" is no value for ${name}: give a number, true, false or JSON.`);
  }
}

async function shockDemo(args: string[]): Promise<unknown> {
  const { symbol, percent, seconds = '30' } = readStrings(args, ['symbol', 'percent'], ['seconds']);
  if (!/^-?[0-9]+(?:\.[0-9]+)?$/.test(percent))
    throw new CommandFailed(`--percent must be a number such as -20, and "${percent}" is none.`);
  const shock = { symbol, percent: Number(percent), forSeconds: readWhole('seconds', seconds) };
  return call('POST', '/operator/demo/shock', shock);
}
