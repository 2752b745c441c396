import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { formatAmount } from '../../../../ui/format.ts';
import type { Contract, Position } from '../../../api/calls/futures.ts';
import { listed } from '../../../i18n/isolated.ts';
import type { Store } from '../../../live/store.ts';
import { useStore } from '../../../live-views/use-store.ts';
import { type FollowedPositions, isChanged, openedSince } from './followed-positions.ts';
import { positionName } from './position-name.ts';

type OneProps = {
  readonly followed: FollowedPositions;
  readonly children: (position: Position) => ReactNode;
};

/** A part of a question about one position, drawn anew as the position changes; nothing once it is gone. */
export function OfPosition({ followed, children }: OneProps) {
  const [position] = useStore(followed.now);
  return position === undefined ? null : <>{children(position)}</>;
}

type AllProps = {
  readonly followed: FollowedPositions;
  readonly children: (positions: readonly Position[]) => ReactNode;
};

/** The same of a question about several. */
export function OfPositions({ followed, children }: AllProps) {
  return <>{children(useStore(followed.now))}</>;
}

type ChangeProps = {
  readonly asked: Position;
  /** Undefined once it is closed. */
  readonly now: Position | undefined;
  readonly contract: Contract;
};

/** Says that a position changed since the question about it was asked, or that it is gone. */
export function PositionChange({ asked, now, contract }: ChangeProps) {
  const { t } = useTranslation();
  if (now === undefined) return <ChangeLine>{t('futures.position.gone')}</ChangeLine>;
  if (!isChanged([asked], [now])) return null;
  const [before, after] = [formatAmount(asked.quantity, 8), formatAmount(now.quantity, 8)];
  return <ChangeLine>{t('futures.position.size_changed', { before, after, asset: contract.base })}</ChangeLine>;
}

/** The same in a question that follows it. */
export function FollowedChange({ followed, contract }: { followed: FollowedPositions; contract: Contract }) {
  const [now] = useStore(followed.now);
  return <PositionChange asked={followed.asked[0]!} now={now} contract={contract} />;
}

type ManyProps = {
  readonly followed: FollowedPositions;
  readonly open: Store<readonly Position[] | null>;
};

/** The same of several together; those that opened meanwhile are named, because they stay open. */
export function FollowedChanges({ followed, open }: ManyProps) {
  const { t } = useTranslation();
  const now = useStore(followed.now);
  const since = openedSince(followed.asked, useStore(open));
  const names = listed(since.map((position) => positionName(t, position)));
  return (
    <>
      {now.length === 0 && since.length === 0 ? <ChangeLine>{t('futures.position.all_gone')}</ChangeLine> : null}
      {now.length > 0 && isChanged(followed.asked, now) ? (
        <ChangeLine>{t('futures.position.positions_changed')}</ChangeLine>
      ) : null}
      {since.length > 0 ? <ChangeLine>{t('futures.position.opened_since', { positions: names })}</ChangeLine> : null}
    </>
  );
}

function ChangeLine({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="text-13 text-warn">
      {children}
    </p>
  );
}
