import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { HydratedRouter } from 'react-router/dom';
import { startTranslator } from './i18n/browser-texts.ts';
import { InlineTextsContext } from './i18n/inline-texts.ts';

const { translator, inline } = startTranslator(window.location.pathname);
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <InlineTextsContext value={inline}>
        <I18nextProvider i18n={translator}>
          <HydratedRouter />
        </I18nextProvider>
      </InlineTextsContext>
    </StrictMode>,
  );
});
