import { ReceiptText } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from '../i18n/use-translation.tsx';
import type { ReceiptName } from '../api/calls/receipts.ts';
import { ReceiptDialog } from './lazy-dialog.tsx';

/** Opens the receipt of one row. */
export function ReceiptButton({ name }: { name: ReceiptName }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        title={t('common.receipt')}
        aria-label={t('common.receipt')}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="inline-grid size-6 shrink-0 place-items-center rounded-1 text-muted hover:bg-hover hover:text-accent max-md:size-11"
      >
        <ReceiptText aria-hidden className="size-4" />
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ReceiptDialog name={name} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
