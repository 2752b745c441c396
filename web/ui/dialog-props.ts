import type { ReactNode } from 'react';

export type DialogProps = {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly title: string;
  /** Without one there is no cross. */
  readonly closeLabel?: string;
  readonly isTitleHidden?: boolean;
  /** A sheet rises from the lower edge, for thumbs; a bare one brings its own surface. */
  readonly shape?: 'dialog' | 'sheet' | 'bare';
  /** Whether Escape closes it (true unless said). */
  readonly closesOnEscape?: boolean;
  /** Whether a click on the mask closes it (true unless said). */
  readonly closesOnMask?: boolean;
  /** Whether screen readers announce it as an alert dialog: a question that has to be answered. */
  readonly isAlert?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
};
