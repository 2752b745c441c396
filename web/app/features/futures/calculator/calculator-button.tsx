import { Calculator } from 'lucide-react';
import { loadPart } from '../../../start/load-part.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { IconButton } from '../../../../ui/button.tsx';
import type { TicketContext } from '../ticket/ticket-preview.ts';

const CalculatorDialog = lazy(() =>
  loadPart(async () => ({ default: (await import('./calculator-dialog.tsx')).CalculatorDialog })),
);

/** Opens the calculator, whose code is loaded by then only. */
export function CalculatorButton({ context }: { context: TicketContext }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton
        label={t('futures.calculator.open')}
        onClick={() => setIsOpen(true)}
        className="-my-3 max-md:size-11 md:-my-1.5 !text-accent"
      >
        <Calculator aria-hidden className="size-4 md:size-3.5" />
      </IconButton>
      {isOpen ? (
        <Suspense>
          <CalculatorDialog context={context} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
