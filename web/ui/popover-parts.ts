import type { ReactElement, ReactNode } from 'react';

export type PopoverProps = {
  readonly trigger: ReactElement<{
    onClick?: () => void;
    onPointerEnter?: () => void;
    onFocus?: () => void;
    'aria-haspopup'?: 'dialog';
    'aria-expanded'?: boolean;
  }>;
  /** What it is, for whoever hears it. */
  readonly label: string;
  /** At which edge of its button it stands; the one where a line begins unless said. */
  readonly align?: 'start' | 'end';
  /** Without a field, keys that are pressed early belong to nobody: they are not kept (true unless said). */
  readonly hasField?: boolean;
  readonly onClose?: () => void;
  readonly children: (close: () => void) => ReactNode;
};
