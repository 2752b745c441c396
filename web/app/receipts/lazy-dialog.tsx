import { lazy } from 'react';
import { ensureDomains } from '../i18n/browser-texts.ts';
import { loadPart } from '../start/load-part.ts';

/** The dialog and its texts, which come when a receipt is first opened. */
export const ReceiptDialog = lazy(() =>
  loadPart(async () => {
    await ensureDomains(['receipt']);
    return import('./receipt-dialog.tsx');
  }),
);
