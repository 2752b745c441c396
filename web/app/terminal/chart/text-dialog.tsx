import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type Drawing, MOST_TEXT_CHARACTERS } from './chart-face.ts';
import { changeMarket, useKeptMarket } from './use-kept-chart.ts';

type TextDialogProps = {
  readonly market: string;
  /** One that was just placed, or one of the market's drawings; null: none is written. */
  readonly drawing: Drawing | null;
  readonly onClose: () => void;
};

/** Where a text of the chart is written, changed and removed. */
export function TextDialog({ market, drawing, onClose }: TextDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen={drawing !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('terminal.chart.text_title')}
      closeLabel={t('common.close')}
    >
      {drawing ? <TextForm key={drawing.id} market={market} drawing={drawing} onClose={onClose} /> : null}
    </Dialog>
  );
}

type TextFormProps = { readonly market: string; readonly drawing: Drawing; readonly onClose: () => void };

function TextForm({ market, drawing, onClose }: TextFormProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(drawing.text ?? '');
  const [isMissing, setIsMissing] = useState(false);
  const drawings = useKeptMarket(market)?.drawings ?? [];
  const isNew = drawings.every(({ id }) => id !== drawing.id);
  const others = drawings.filter(({ id }) => id !== drawing.id);
  const save = () => {
    const written = text.trim();
    if (written === '') return setIsMissing(true);
    const next = { ...drawing, text: written };
    changeMarket(market, {
      drawings: isNew ? [...drawings, next] : drawings.map((one) => (one.id === next.id ? next : one)),
    });
    onClose();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      className="grid grid-cols-1 gap-4 px-4 pb-4"
    >
      <TextField
        label={t('terminal.chart.text_label')}
        autoFocus
        dir="auto"
        autoComplete="off"
        maxLength={MOST_TEXT_CHARACTERS}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setIsMissing(false);
        }}
        error={isMissing ? t('terminal.chart.text_missing') : undefined}
      />
      <div className="flex justify-end gap-2">
        {isNew ? null : (
          <Button
            onClick={() => {
              changeMarket(market, { drawings: others });
              onClose();
            }}
          >
            {t('terminal.chart.text_remove')}
          </Button>
        )}
        <Button type="submit" look="primary">
          {t('terminal.chart.text_save')}
        </Button>
      </div>
    </form>
  );
}
