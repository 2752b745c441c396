import { useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import { settle, useQuestions } from './confirm.ts';
import { Dialog } from './dialog.tsx';

const NEVER_OFF = { subscribe: () => () => undefined, get: () => false };

/** Draws the questions of ui/confirm.ts. Stands once on a page. */
export function ConfirmDialog() {
  const question = useQuestions((state) => state.queue[0]?.question);
  const pending = useQuestions((state) => state.pending);
  const { subscribe, get } = question?.off ?? NEVER_OFF;
  const isOff = useSyncExternalStore(subscribe, get, NEVER_OFF.get);
  return (
    <Dialog
      isOpen={question !== undefined}
      onOpenChange={(isOpen) => isOpen || void settle(false)}
      title={question?.title ?? ''}
      closesOnMask={false}
      isAlert
    >
      <div className="grid gap-5 px-4 pb-4">
        <p className="text-muted empty:hidden">{question?.text}</p>
        {question?.details}
        <div className="flex flex-wrap justify-end gap-2">
          {/* Not disabled at work: a disabled button loses the focus, and a second press does nothing anyway. */}
          <Button busy={pending === 'cancel'} disabled={false} onClick={() => void settle(false)}>
            {question?.cancelLabel}
          </Button>
          <Button
            look={question?.isDangerous ? 'sell' : 'primary'}
            busy={pending === 'confirm'}
            disabled={isOff}
            onClick={() => void settle(true)}
          >
            {question?.confirmLabel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
