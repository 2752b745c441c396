/** Sends commands of the futures to the engine, and reads what a user has there. */
import { Refusal } from '@agio/contracts/errors';
import type {
  CapitalView,
  CommandResult,
  OpenPositionView,
  OpenStopOrderView,
  PerpCommand,
  PerpOrderView,
  PreferenceView,
  StopOrderView,
} from '@agio/core';
import type { EngineHandle } from '../../engine/index.ts';
import type { Answered } from '../../commands/answered.ts';
import { submit } from '../../commands/submit.ts';
import { futuresRefusal } from './broken-limit.ts';
import type { LiveContracts } from './live.ts';
import { WALLET } from './order-request.ts';
import { SETTLE_ASSET } from './settle-asset.ts';

type UserCommand = Extract<PerpCommand, { uid: number }>;
type Result<K extends CommandResult['kind']> = Extract<CommandResult, { kind: K }>;

export interface FuturesTrading {
  /** Throws a Refusal. */
  order(command: UserCommand): Promise<PerpOrderView>;
  stopOrders(command: UserCommand): Promise<readonly StopOrderView[]>;
  cancelAll(uid: number, symbol: string): Promise<Result<'PerpOrders'>>;
  set(command: UserCommand): Promise<void>;
  openOrders(uid: number, symbol: string): Promise<PerpOrderView[]>;
  openStopOrders(uid: number, symbol: string): Promise<OpenStopOrderView[]>;
  positions(uid: number, symbol: string): Promise<OpenPositionView[]>;
  capital(uid: number): Promise<{ readonly view: CapitalView | null; readonly balance: bigint }>;
  preference(uid: number, symbol: string): Promise<PreferenceView>;
  /** Resolves once the user's history contains everything that the user was answered. */
  settled(uid: number): Promise<void>;
  /** The user is told of a command that was not the user's: what is read next has to hold it too. */
  told(uid: number, seq: number): void;
}

export function createFuturesTrading(engine: EngineHandle, answered: Answered, live: LiveContracts): FuturesTrading {
  const send = async <K extends CommandResult['kind']>(command: UserCommand, kind: K): Promise<Result<K>> =>
    (
      await submit({ engine, answered }, command, kind, [command.uid], ({ code }) =>
        futuresRefusal(live, command, code),
      )
    ).result;
  const owner = (uid: number, symbol: string): { uid: number; wallet: string; symbol: string } => ({
    uid,
    wallet: WALLET,
    symbol,
  });
  return {
    order: async (command) => (await send(command, 'PerpOrder')).order,
    stopOrders: async (command) => (await send(command, 'StopOrders')).orders,
    cancelAll: (uid, symbol) => send({ kind: 'CancelAllPerpOrders', ...owner(uid, symbol) }, 'PerpOrders'),
    set: async (command) => void (await send(command, 'Done')),
    openOrders: (uid, symbol) => engine.query('openPerpOrders', owner(uid, symbol)),
    openStopOrders: (uid, symbol) => engine.query('openStopOrders', owner(uid, symbol)),
    positions: (uid, symbol) => engine.query('positions', owner(uid, symbol)),
    async capital(uid) {
      const view = await engine.query('capital', { uid, wallet: WALLET });
      const balances = view === null ? await engine.query('balances', { uid }) : [];
      const plain = balances.find(({ wallet, asset }) => wallet === WALLET && asset === SETTLE_ASSET);
      return { view, balance: plain?.available ?? 0n };
    },
    async preference(uid, symbol) {
      const preference = await engine.query('preference', owner(uid, symbol));
      if (preference === null) throw new Refusal('UNKNOWN_MARKET');
      return preference;
    },
    settled: (uid) => answered.wait(uid),
    told: (uid, seq) => answered.note(uid, seq),
  };
}
