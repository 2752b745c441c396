import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { refusalText } from '../../i18n/words.ts';

export interface Saving {
  readonly isBusy: boolean;
  /** Why the last try failed, as a sentence; empty while none has. */
  readonly error: string;
  /** Runs the change; after it `onSaved` of the hook. A failed one leaves the dialog open. */
  readonly save: (change: () => Promise<void>) => Promise<void>;
}

/**
 * What a dialog that changes something at the server has: one change at a time, and the reason where it failed. `whyNot`: that reason in
 * words, where the dialog has better ones than those of the code.
 */
export function useSaving(onSaved: () => void, whyNot?: (error: unknown) => string): Saving {
  const { t } = useTranslation();
  const [error, setError] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const save = async (change: () => Promise<void>) => {
    setIsBusy(true);
    try {
      await change();
      onSaved();
    } catch (failure) {
      setError(whyNot ? whyNot(failure) : refusalText(t, failure));
      setIsBusy(false);
    }
  };
  return { isBusy, error, save };
}
