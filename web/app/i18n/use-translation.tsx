import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react';
import type { Translate, Translator } from './translator.ts';

const TextContext = createContext<Translate>((key) => key);

/** Gives the texts to all below: on the server the page's, in the browser those of the language that is spoken. */
export const Texts = TextContext.Provider;

export function SpokenTexts({ translator, children }: { translator: Translator; children: ReactNode }) {
  const t = useSyncExternalStore(translator.subscribe, translator.read, translator.read);
  return <Texts value={t}>{children}</Texts>;
}

export function useTranslation(): { readonly t: Translate } {
  return { t: useContext(TextContext) };
}
