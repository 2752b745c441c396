import { Pencil } from 'lucide-react';
import { IconButton } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast.tsx';

type PencilButtonProps = { readonly label: string; readonly onClick: () => void; readonly isFixed?: boolean };

/** Opens what changes the order of a row. */
export function PencilButton({ label, onClick, isFixed = false }: PencilButtonProps) {
  return (
    <IconButton
      label={label}
      aria-disabled={isFixed || undefined}
      onClick={onClick}
      className={`size-11 md:size-6 ${isFixed ? 'opacity-50' : ''}`}
    >
      <Pencil aria-hidden className="size-3.5" />
    </IconButton>
  );
}

/** The same of an order that cannot be changed: it says why, and can be reached so that everybody may hear it. */
export function FixedPencil({ why }: { why: string }) {
  return <PencilButton label={why} isFixed onClick={() => showToast('info', why)} />;
}
