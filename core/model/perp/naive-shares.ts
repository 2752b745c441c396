/** The naive model: profit shares that are held in a follower's wallet for the lead trader, and paid out (trading D5). */
import type { ProductCommandOf } from '../../protocol/product-commands.ts';
import { ceil, least, ONE } from './naive-accounts.ts';
import { NaiveOperators } from './naive-operators.ts';
import type { Reply } from './naive-rewards.ts';

interface Relation {
  readonly uid: number;
  version: number;
  hold: bigint;
  answer: bigint;
  isOver: boolean;
}

export abstract class NaiveShares extends NaiveOperators {
  readonly relations = new Map<number, Relation>();

  /** Sets the held amount. It falls at once, and rises only by what may leave the wallet. */
  protected accrueShare({ followId, version, uid, accrued }: ProductCommandOf<'AccrueCopyShare'>): Reply {
    const known = this.relations.get(followId);
    if (known !== undefined && known.uid !== uid) return 'ALREADY_EXISTS';
    if (known?.isOver === true) return 'ALREADY_ENDED';
    if (known !== undefined && version <= known.version) return known.answer;
    const relation = known ?? { uid, version, hold: 0n, answer: 0n, isOver: false };
    this.relations.set(followId, relation);
    const wallet = `COPY:${followId}`;
    const more = least(BigInt(accrued) - relation.hold, this.leaving(uid, wallet));
    this.payWallet(uid, wallet, -more);
    Object.assign(relation, { version, hold: relation.hold + more, answer: relation.hold + more });
    return relation.hold;
  }

  /** Pays all that is held: the platform's part, rounded up, and the rest to the lead's SPOT wallet. */
  protected payShare(command: ProductCommandOf<'PayCopyShare'>): Reply {
    const { followId, version, leadUid, platformRate, ends } = command;
    const relation = this.relations.get(followId);
    if (relation === undefined) return 'UNKNOWN_ID';
    if (relation.isOver || version <= relation.version) return relation.answer;
    const paid = relation.hold;
    const platform = ceil(paid * BigInt(platformRate), ONE);
    this.pay(`SPOT ${leadUid}`, paid - platform);
    this.pay('HOUSE_FEE', platform);
    Object.assign(relation, { version, hold: 0n, answer: paid, isOver: ends });
    return paid;
  }
}
