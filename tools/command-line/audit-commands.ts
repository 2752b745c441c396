/** The record of operators' calls, and whether it is intact. */
import { call, type CommandArea, CommandFailed, readPart } from './calling.ts';

export const auditCommands: CommandArea = {
  usage: `
  agio audit list [--before N] [--limit N]
  agio audit verify`,
  commands: { 'audit list': list, 'audit verify': verify },
};

async function list(args: string[]): Promise<unknown> {
  return call('GET', `/operator/audit/list?${readPart(args).toString()}`);
}

async function verify(): Promise<unknown> {
  const found = await call<{ isSound: boolean; problem: string }>('GET', '/operator/audit/verify');
  if (!found.isSound) throw new CommandFailed(`The record of what operators called is not whole. ${found.problem}`);
  return found;
}
