import { CloudOff } from 'lucide-react';
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

/** Small picture, one sentence, one action. */
export function EmptyState({ text, action, className }: { text: string; action?: ReactNode; className?: string }) {
  return (
    <div
      className={classNames(
        'flex flex-1 flex-col items-center justify-center gap-3 px-4 py-6 text-center text-muted',
        className,
      )}
    >
      <svg aria-hidden viewBox="0 0 48 48" className="size-10" fill="none" strokeWidth="3.5">
        <path className="stroke-line-field" d="M8 26a16 16 0 0 0 32 0" />
        <path className="stroke-accent" d="M8 20a16 16 0 0 1 32 0" />
      </svg>
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
