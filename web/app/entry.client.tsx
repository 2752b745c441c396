import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { HydratedRouter } from 'react-router/dom';
import { watchChunks } from './chunk-reload.ts';
import { loadTranslator } from './i18n/instance.ts';
import { localeOfPath } from './i18n/locales.ts';

async function hydrate(): Promise<void> {
  showAnsweringPath();

  const translator = await loadTranslator(localeOfPath(window.location.pathname).key);
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nextProvider i18n={translator}>
          <HydratedRouter />
        </I18nextProvider>
      </StrictMode>,
    );
  });
}

/** A crawler that asked for an old path got the page of the new one: the router has to start where the server rendered. */
function showAnsweringPath(): void {
  const { answeringPath } = document.documentElement.dataset;
  if (answeringPath) window.history.replaceState(null, '', answeringPath + window.location.search);
}

watchChunks();
void hydrate();
