import type { ComponentType } from 'react';
import type { WidgetState } from '../../api/human-code.ts';

export interface VerificationWidgetProps {
  readonly state: WidgetState;
  /** The widget has earned it, or failed: how far it is now is asked of the server, nobody believes the widget. */
  readonly onNews: () => void;
}

/** How a verification is earned. Another kind of widget takes this place and brings its own calls. */
export type VerificationWidget = ComponentType<VerificationWidgetProps>;
