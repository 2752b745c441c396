import type { ComponentType } from 'react';
import type { WidgetState } from '../../api/human-code.ts';

export interface VerificationWidgetProps {
  readonly state: WidgetState;
  /** The widget calls it when its state may have changed. The server is asked for the result; the widget is not trusted. */
  readonly onNews: () => void;
}

/** How a verification is earned. Another kind of widget takes this place and brings its own calls. */
export type VerificationWidget = ComponentType<VerificationWidgetProps>;
