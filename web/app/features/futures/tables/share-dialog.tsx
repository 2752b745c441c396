import { Copy, Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { formatUnits } from '../../../../ui/decimal.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { formatNumber, formatPercent } from '../../../../ui/format.ts';
import { saveFile } from '../../../../ui/save-file.ts';
import { showToast } from '../../../../ui/toast.tsx';
import type { Contract, Position } from '../../../api/calls/futures.ts';
import { figuresOf } from '../margin.ts';
import { signedMoney } from '../signed-money.ts';
import { CARD_SIZE, drawCard, pictureOf, type ShareCard } from './share-card.ts';
import { formatAverage } from '../../../figures/average-price.ts';

type ShareDialogProps = {
  readonly position: Position;
  readonly contract: Contract;
  /** Units of 10^-8, of the moment at which the dialog was opened: the picture stands still. */
  readonly mark: bigint;
  readonly onClose: () => void;
};

/** A picture of the position to save or copy. The result in money is on it only where the user asks for it. */
export function ShareDialog({ position, contract, mark, onClose }: ShareDialogProps) {
  const { t } = useTranslation();
  const [showsResult, setShowsResult] = useState(false);
  const [drawn, setDrawn] = useState<HTMLCanvasElement | null>(null);
  const [time] = useState(() => Date.now());
  const [start] = useState(mark);
  const card = useCard({ position, contract, mark: start, time, showsResult });
  const text = JSON.stringify(card);
  useEffect(() => {
    if (drawn === null) return;
    // The font may still be on its way when the dialog opens.
    void document.fonts.ready.then(() => drawCard(drawn, JSON.parse(text) as ShareCard));
  }, [drawn, text]);
  const withPicture = async (use: (picture: Blob) => Promise<void> | void, failure: string) => {
    try {
      if (drawn !== null) await use(await pictureOf(drawn));
    } catch {
      showToast('error', failure);
    }
  };
  const save = (picture: Blob) => saveFile(`agio-${position.symbol.toLowerCase()}.png`, picture);
  const copy = async (picture: Blob) => {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    showToast('success', t('common.copied'));
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('futures.position.share', { symbol: position.symbol })}
      closeLabel={t('common.close')}
    >
      <div className="grid grid-cols-1 gap-3 px-4 pb-4 text-13">
        <canvas
          ref={setDrawn}
          data-theme="dark"
          role="img"
          aria-label={[card.contract, card.direction, card.figure, card.result, ...card.rows.flat()].join(' ').trim()}
          width={CARD_SIZE.width}
          height={CARD_SIZE.height}
          className="num w-full rounded-1 border border-line-strong"
        />
        <Checkbox checked={showsResult} onChange={setShowsResult} className="max-md:h-11">
          {t('futures.position.share_pnl')}
        </Checkbox>
        <div className="flex justify-end gap-2">
          <Button
            className="max-md:h-11"
            onClick={() => void withPicture(copy, t('futures.position.share_copy_failed'))}
          >
            <Copy aria-hidden className="size-4" />
            {t('common.copy')}
          </Button>
          <Button
            look="primary"
            className="max-md:h-11"
            onClick={() => void withPicture(save, t('futures.position.share_failed'))}
          >
            <Download aria-hidden className="size-4" />
            {t('futures.position.share_save')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

type CardProps = Omit<ShareDialogProps, 'onClose'> & { readonly time: number; readonly showsResult: boolean };

function useCard({ position, contract, mark, time, showsResult }: CardProps): ShareCard {
  const { t } = useTranslation();
  const { result, returned } = figuresOf(position, mark, contract);
  const isLong = position.direction === 'LONG';
  return {
    contract: position.symbol,
    direction: `${t(isLong ? 'futures.long' : 'futures.short')} ${position.leverage}x`,
    isLong,
    figure: returned === null ? '–' : formatPercent(formatUnits(returned * 100n, 8), 2),
    isGain: result >= 0n,
    result: showsResult ? `${signedMoney(result)} ${contract.settle}` : '',
    rows: [
      [t('futures.table.entry'), formatAverage(position.entryPrice, contract.pricePrecision)],
      [t('futures.mark'), formatNumber(formatUnits(mark, 8), contract.pricePrecision)],
    ],
    time: `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  };
}
