import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { loadLateCodeBy } from '../ui/late-code.ts';
import { watchChunks } from './start/chunk-reload.ts';
import { fetchFilesFirst } from './start/files-first.ts';
import { loadPart } from './start/load-part.ts';
import { startTranslator } from './i18n/browser-texts.ts';
import { InlineTextsContext } from './i18n/inline-texts.ts';
import { SpokenTexts } from './i18n/use-translation.tsx';

/** A crawler that asked for an old path got the page of the new one: the router has to start where the server rendered. */
function showAnsweringPath(): void {
  const { answeringPath } = document.documentElement.dataset;
  if (answeringPath) window.history.replaceState(null, '', answeringPath + window.location.search);
}

function takeOver(): void {
  const { translator, inline } = startTranslator(window.location.pathname);
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <InlineTextsContext value={inline}>
          <SpokenTexts translator={translator}>
            <HydratedRouter />
          </SpokenTexts>
        </InlineTextsContext>
      </StrictMode>,
    );
  });
}

watchChunks();
fetchFilesFirst();
loadLateCodeBy(loadPart);
showAnsweringPath();
// In a task of its own: together with the evaluation of all modules it would block a slow phone for too long.
const { port1, port2 } = new MessageChannel();
port1.onmessage = takeOver;
port2.postMessage(null);
