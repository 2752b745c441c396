import { Component, type ReactNode } from 'react';
import { useTranslation } from '../i18n/use-translation.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ErrorState } from '../../ui/states.tsx';
import { reportError } from '../track/client-errors.ts';

type PanelBoundaryProps = {
  /** Where the panel stands: its fault is told in its place. */
  readonly className: string | undefined;
  readonly children: ReactNode;
};

/** A fault of one panel takes that panel alone: chart, book and orders beside it go on. */
export class PanelBoundary extends Component<PanelBoundaryProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown): void {
    reportError(error);
  }

  override render(): ReactNode {
    const { className, children } = this.props;
    if (!this.state.isBroken) return children;
    return <PanelFault className={className} onRetry={() => this.setState({ isBroken: false })} />;
  }
}

function PanelFault({ className, onRetry }: { className: string | undefined; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <ErrorState
      text={t('terminal.panel_failed')}
      retryLabel={t('common.retry')}
      onRetry={onRetry}
      className={classNames('bg-surface', className)}
    />
  );
}
