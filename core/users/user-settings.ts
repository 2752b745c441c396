/** Settings of a user made by the exchange: own fee rates, and the trade group (trading A3, A5.7). */
import type { SetFeeTier, SetTradeGroup } from '../protocol/commands.ts';
import { MAX_UNITS } from '../fixed.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import type { UserSink } from './sink.ts';
import { isCount, isUid } from '../protocol/field-checks.ts';
import { isTier, tierOf } from './fee-tier.ts';
import type { Users } from './users.ts';

export class UserSettings {
  private readonly users: Users;
  private readonly reporter: UserSink;

  constructor(users: Users, reporter: UserSink) {
    this.users = users;
    this.reporter = reporter;
  }

  /** A refusal, or 0. A version not above the stored one changes nothing. */
  setFeeTier(command: SetFeeTier): RejectCode | number {
    if (!isTier(command)) return 'BAD_FIELDS';
    if (this.users.isFull && !this.users.find(command.uid)) return 'LIMIT_REACHED';
    const user = this.users.ensure(command.uid);
    if (command.version !== undefined) {
      if (command.version <= user.tierVersion) return 0;
      user.tierVersion = command.version;
    }
    user.tier = tierOf(command.own, command.trial, command.trialEndMs);
    this.reporter.feeTierChanged(user);
    return 0;
  }

  /** A refusal, or 0. */
  setTradeGroup({ uid, tradeGroupId }: SetTradeGroup): RejectCode | number {
    if (!isUid(uid) || !isCount(tradeGroupId) || tradeGroupId > MAX_UNITS) return 'BAD_FIELDS';
    if (this.users.isFull && !this.users.find(uid)) return 'LIMIT_REACHED';
    this.users.ensure(uid).tradeGroupId = tradeGroupId;
    return 0;
  }
}
