import { useEffect, useState } from 'react';
import { ensureDomains } from './browser-texts.ts';
import { useTranslation } from './use-translation.tsx';

/** Of a coin in the reader's language: Биткоин; empty where it has none, or its texts are not here. */
export type LocalNameOf = (asset: string) => string;

export function useLocalNames(): LocalNameOf {
  const { t } = useTranslation();
  return (asset) => t(`names.${asset}`, { defaultValue: '' });
}

/** For a field in which one looks for markets: the names come once something is typed. Without them coins are found by their English ones. */
export function useLocalNamesFor(text: string): LocalNameOf {
  const isTyped = text !== '';
  // Texts that come later draw nothing anew by themselves.
  const [, setHasNames] = useState(false);
  useEffect(() => {
    if (!isTyped) return;
    ensureDomains(['names']).then(
      () => setHasNames(true),
      () => undefined,
    );
  }, [isTyped]);
  return useLocalNames();
}
