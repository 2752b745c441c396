import { lazy, Suspense, useState } from 'react';
import { CirclePlus } from 'lucide-react';
import { IconButton } from '../../ui/button.tsx';
import { ensureDomains } from '../i18n/browser-texts.ts';
import { loadPart } from '../start/load-part.ts';

/** The dialog and its texts, which come when it is first opened. */
const Transfer = lazy(() =>
  loadPart(async () => {
    await ensureDomains(['assets']);
    const { TransferFromAnywhere } = await import('./transfer-dialog.tsx');
    return { default: TransferFromAnywhere };
  }),
);

/** Opens the transfer of funds between wallets over the page. */
export function TransferButton({ label }: { readonly label: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton
        label={label}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="-my-3 max-md:size-11 md:-my-1.5 !text-accent"
      >
        <CirclePlus aria-hidden className="size-4 md:size-3.5" />
      </IconButton>
      {isOpen ? (
        <Suspense fallback={null}>
          <Transfer onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
