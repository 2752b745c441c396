import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TEXTS, useHumanCode } from '../../api/human-code.ts';
import { ProofOfWorkWidget } from './proof-of-work-widget.tsx';
import type { VerificationWidget } from './widget.ts';

/** Texts of the known results; for any other the server's own sentence is shown. */
const RESULT_KEYS: Readonly<Record<string, string>> = {
  [TEXTS.failure]: 'popups.verify.failure',
  [TEXTS.timeout]: 'popups.verify.timeout',
  [TEXTS.badAnswer]: 'popups.verify.bad_answer',
};

type VerificationDialogProps = {
  /** Of the person who is logged in; empty for a visitor. */
  readonly uid: string;
  readonly Widget?: VerificationWidget;
};

/** Is shown while a call waits for a verification. Only its close button closes it; the verification then has failed. */
export default function VerificationDialog({ uid, Widget = ProofOfWorkWidget }: VerificationDialogProps) {
  const { t } = useTranslation();
  const { state, close, askNow } = useHumanCode();
  // The last text stays while the dialog fades out.
  const [last, setLast] = useState(state);
  if (state && state !== last) setLast(state);
  const shown = state ?? last;
  const message = shown?.message ?? '';
  return (
    <Dialog
      isOpen={state !== null}
      onOpenChange={(isOpen) => isOpen || close()}
      title={t('popups.verify.title')}
      closeLabel={t('common.close')}
      closesOnEscape={false}
      closesOnMask={false}
    >
      <div className="grid grid-cols-1 gap-4 px-4 pb-4">
        <p className="text-muted">{t('popups.verify.hint')}</p>
        {shown && message === '' ? <Widget key={shown.bizId} state={{ ...shown, uid }} onNews={askNow} /> : null}
        <p role="alert" className="font-semibold text-down empty:hidden">
          {message === '' ? '' : t(RESULT_KEYS[message] ?? message, { defaultValue: message })}
        </p>
      </div>
    </Dialog>
  );
}
