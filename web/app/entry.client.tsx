import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { HydratedRouter } from 'react-router/dom';
import { startTranslator } from './i18n/browser-texts.ts';
import { InlineTextsContext } from './i18n/inline-texts.ts';

const { translator, inline } = startTranslator(window.location.pathname);

function hydrate(): void {
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
}

// What the server drew is shown first; a hidden page has no frames to wait for.
if (document.hidden) hydrate();
else requestAnimationFrame(() => setTimeout(hydrate));
