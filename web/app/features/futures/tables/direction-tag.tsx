import { useTranslation } from '../../../i18n/use-translation.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import type { Position } from '../../../api/calls/futures.ts';

/** Long or short with the leverage, and whose margin it is. */
export function DirectionTag({ position }: { position: Pick<Position, 'direction' | 'leverage' | 'marginMode'> }) {
  const { t } = useTranslation();
  const isLong = position.direction === 'LONG';
  return (
    <span className="inline-flex items-center gap-1.5">
      <bdi
        className={classNames(
          'rounded-[3px] px-1.5 py-0.5 text-11 font-medium',
          isLong ? 'bg-up-tint text-up' : 'bg-down-tint text-down',
        )}
      >
        {t(isLong ? 'futures.long' : 'futures.short')} <bdi dir="ltr">{position.leverage}x</bdi>
      </bdi>
      <span className="text-muted">{t(`futures.margin_${position.marginMode}`)}</span>
    </span>
  );
}
