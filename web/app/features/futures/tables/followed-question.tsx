import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { formatAmount } from '../../../../ui/format.ts';
import type { Contract, Position } from '../../../api/calls/futures.ts';
import { useStore } from '../../../live-views/use-store.ts';
import { type FollowedPositions, isChanged } from './followed-positions.ts';

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

/** The same of several together. */
export function FollowedChanges({ followed }: { followed: FollowedPositions }) {
  const { t } = useTranslation();
  const now = useStore(followed.now);
  if (now.length === 0) return <ChangeLine>{t('futures.position.all_gone')}</ChangeLine>;
  return isChanged(followed.asked, now) ? <ChangeLine>{t('futures.position.positions_changed')}</ChangeLine> : null;
}

function ChangeLine({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="text-13 text-warn">
      {children}
    </p>
  );
}
