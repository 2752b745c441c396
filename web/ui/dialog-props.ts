import type { ReactNode } from 'react';

export type DialogProps = {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly title: string;
  readonly closeLabel: string;
  readonly isTitleHidden?: boolean;
  /** A sheet rises from the lower edge, for thumbs. */
  readonly shape?: 'dialog' | 'sheet';
  readonly className?: string;
  readonly children: ReactNode;
};
