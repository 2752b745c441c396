import { useEffect } from 'react';
import { useTranslation } from '../i18n/use-translation.tsx';
import { showToast } from '../../ui/toast.tsx';
import { debounce } from '../api/debounce.ts';
import { onEvent } from '../api/events.ts';
import { failureText } from '../i18n/failure-text.ts';

export const ERROR_TOAST_WAIT_MS = 500;
export const ERROR_TOAST_MAX_WAIT_MS = 2_000;

/** Tells failed calls, and verifications that were passed. Calls that fail together are one toast. */
export function ErrorToasts() {
  const { t } = useTranslation();
  useEffect(() => {
    const tell = debounce(
      (text: string) => void showToast('error', text),
      ERROR_TOAST_WAIT_MS,
      ERROR_TOAST_MAX_WAIT_MS,
    );
    const leave = onEvent('fetch-error', (event) => {
      if (event.options.hasTips) tell(failureText(t, event));
    });
    const leaveVerified = onEvent('track', ({ event, params }) => {
      if (event === 'humancode' && params.code === 0) showToast('success', t('popups.verify.success'));
    });
    return () => {
      leave();
      leaveVerified();
      tell.cancel();
    };
  }, [t]);
  return null;
}
