import { CloudOff, Inbox, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

/** Grey bars of the final size while a block loads. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classNames('skeleton block', className)} />;
}

export function SkeletonRows({ rows, height = 'h-8', label }: { rows: number; height?: string; label: string }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col px-3">
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={classNames('flex items-center gap-4', height)}>
          <Skeleton className="h-3 flex-[2]" />
          <Skeleton className="h-3 flex-1" />
          <Skeleton className="h-3 flex-1" />
        </span>
      ))}
    </div>
  );
}

type EmptyStateProps = {
  readonly text: string;
  readonly action?: ReactNode;
  readonly Icon?: LucideIcon;
  readonly className?: string;
};

/** Small picture, one sentence, one action. */
export function EmptyState({ text, action, Icon = Inbox, className }: EmptyStateProps) {
  return (
    <div
      className={classNames(
        'flex flex-1 flex-col items-center justify-center gap-3 px-4 py-6 text-center text-muted',
        className,
      )}
    >
      <Icon aria-hidden strokeWidth={1.25} className="size-10 text-faint" />
      <p>{text}</p>
      {action}
    </div>
  );
}

type ErrorStateProps = {
  readonly text: string;
  readonly retryLabel: string;
  readonly onRetry: () => void;
  readonly className?: string;
};

export function ErrorState({ text, retryLabel, onRetry, className }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={classNames(
        'flex flex-1 flex-col items-center justify-center gap-3 px-4 py-6 text-center text-muted',
        className,
      )}
    >
      <CloudOff aria-hidden className="size-6 text-warn" />
      <p>{text}</p>
      <Button size="sm" onClick={onRetry}>
        {retryLabel}
      </Button>
    </div>
  );
}
