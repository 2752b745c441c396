import { ArrowUpDown, Ellipsis, Share2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Menu } from '../../../../ui/menu.tsx';
import type { Contract, Position } from '../../../api/calls/futures.ts';
import { takesOrder } from '../../../figures/market-status.ts';
import { useRestrictionOf } from '../../../terminal/market-state.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { useClosing } from './use-close-position.tsx';
import { useReversePosition } from './use-reverse-position.tsx';

type ActionsProps = {
  readonly position: Position;
  readonly contract: Contract;
  /** Units of 10^-8. */
  readonly mark: bigint;
  /** Asks how much of it to close. The question outlives the row, which goes with the position. */
  readonly onPart: () => void;
};

/** Closing all or a part of a position, turning it round, and a picture of it. */
export function PositionActions({ position, contract, mark, onPart }: ActionsProps) {
  const { t } = useTranslation();
  const close = useClosing();
  const reverse = useReversePosition(position, contract);
  const [isShared, setIsShared] = useState(false);
  const { mayClose, mayReverse, state } = useAllowed(position.symbol);
  const named = `${position.symbol} ${t(position.direction === 'LONG' ? 'futures.long' : 'futures.short')}`;
  return (
    <span className="inline-flex items-center gap-1">
      <Button
        size="xs"
        // Its word alone, heard without the column, says neither what it does nor to what.
        aria-label={`${t('futures.position.close_market')} · ${t('futures.position.close_line', { position: named })}`}
        disabled={!mayClose}
        title={state}
        onClick={() => void close(position, contract)}
      >
        {t('futures.position.close_market')}
      </Button>
      {/* In a narrow panel they are in a menu, so that the figures beside them are not covered. */}
      <span className="contents md:@max-[640px]:hidden">
        <Button
          size="xs"
          className="max-md:h-11"
          aria-label={t('futures.position.part_title', { symbol: position.symbol })}
          disabled={!mayClose}
          title={state}
          onClick={onPart}
        >
          {t('futures.position.part')}
        </Button>
      </span>
      <span className="contents md:@max-[880px]:hidden">
        <IconButton
          label={t('futures.position.reverse_open', { symbol: position.symbol })}
          disabled={!mayReverse}
          onClick={() => void reverse()}
          className="size-11 md:size-6"
        >
          <ArrowUpDown aria-hidden className="size-3.5" />
        </IconButton>
        <IconButton
          label={t('futures.position.share', { symbol: position.symbol })}
          onClick={() => setIsShared(true)}
          className="size-11 md:size-6"
        >
          <Share2 aria-hidden className="size-3.5" />
        </IconButton>
      </span>
      <span className="hidden md:@max-[880px]:contents">
        <Menu
          trigger={
            <IconButton label={t('terminal.more')} className="size-6">
              <Ellipsis aria-hidden className="size-3.5" />
            </IconButton>
          }
        >
          {({ Item }) => (
            <>
              {mayClose ? <Item onClick={onPart}>{t('futures.position.part')}</Item> : null}
              {mayReverse ? (
                <Item onClick={() => void reverse()}>
                  {t('futures.position.reverse_open', { symbol: position.symbol })}
                </Item>
              ) : null}
              <Item onClick={() => setIsShared(true)}>{t('futures.position.share', { symbol: position.symbol })}</Item>
            </>
          )}
        </Menu>
      </span>
      {isShared ? (
        <ShareDialog position={position} contract={contract} mark={mark} onClose={() => setIsShared(false)} />
      ) : null}
    </span>
  );
}

/** What the contract's status lets one do with a position, and the status in words where it is not all. */
function useAllowed(symbol: string): { mayClose: boolean; mayReverse: boolean; state: string | undefined } {
  const { t } = useTranslation();
  const restriction = useRestrictionOf(symbol);
  const takes = (closes: boolean) => takesOrder(restriction, { isPostOnly: false, closes });
  const words = (part: 'lead' | 'rest') => (restriction === null ? '' : t(`terminal.state.${part}_${restriction}`));
  return {
    mayClose: takes(true),
    mayReverse: takes(false),
    state: restriction === null ? undefined : `${words('lead')} ${words('rest')}`,
  };
}
