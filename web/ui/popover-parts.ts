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
  readonly children: (close: () => void) => ReactNode;
};
