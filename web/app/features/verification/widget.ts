import type { ComponentType } from 'react';
import type { WidgetState } from '../../api/human-code.ts';

export interface VerificationWidgetProps {
  readonly state: WidgetState;
  /** The widget says that something has changed. What, is asked of the server: a widget's own word is not trusted. */
  readonly onNews: () => void;
}

/** How a verification is earned. Another kind of widget takes this place and brings its own calls. */
export type VerificationWidget = ComponentType<VerificationWidgetProps>;
