import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FieldError } from '../../../ui/text-field.tsx';
import type { Saving } from './use-saving.ts';

type FormDialogProps = {
  readonly title: string;
  readonly saveLabel: string;
  /** Of the way out that changes nothing; "Keep it" unless said. */
  readonly keepLabel?: string | undefined;
  readonly saving: Pick<Saving, 'isBusy' | 'error'>;
  /** What it is about is gone: nothing can be sent any more. */
  readonly isOff?: boolean;
  /** Called when the form is sent and no change is on its way yet. */
  readonly onSave: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** A dialog with fields, below them what went wrong, and at its end the two ways out: keep everything as it is, or save. */
export function FormDialog({
  title,
  saveLabel,
  keepLabel,
  saving,
  isOff = false,
  onSave,
  onClose,
  children,
}: FormDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={title} closeLabel={t('common.close')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!saving.isBusy) onSave();
        }}
        noValidate
        className="num grid grid-cols-1 gap-2 px-4 pb-4 text-13"
      >
        {children}
        {saving.error ? <FieldError text={saving.error} /> : null}
        <div className="mt-2 flex justify-end gap-2">
          <Button onClick={onClose}>{keepLabel ?? t('common.keep')}</Button>
          <Button type="submit" look="primary" busy={saving.isBusy} disabled={isOff}>
            {saveLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
