import { useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { LAYER_BASES } from './layers.ts';
import { createLoadingMachine, type LoadingMachine, type LoadingView } from './loading-machine.ts';

const EMPTY: LoadingView = { isVisible: false, percent: 0 };

/** The line at the upper edge while a page loads. */
export function LoadingBar({ isLoading, label }: { isLoading: boolean; label: string }) {
  const [view, setView] = useState(EMPTY);
  const machine = useRef<LoadingMachine | null>(null);
  useEffect(() => {
    let frame = 0;
    const draw = () => {
      const next = made.view();
      setView(next);
      cancelAnimationFrame(frame);
      if (next.isVisible && next.percent < 100) frame = requestAnimationFrame(draw);
    };
    const made = createLoadingMachine(draw);
    machine.current = made;
    return () => {
      cancelAnimationFrame(frame);
      made.stop();
    };
  }, []);
  useEffect(() => {
    if (isLoading) machine.current?.start();
    else machine.current?.finish();
  }, [isLoading]);
  return (
    <div
      {...(view.isVisible
        ? { role: 'progressbar', 'aria-label': label, 'aria-valuenow': Math.round(view.percent) }
        : { 'aria-hidden': true })}
      data-loading={view.isVisible}
      style={{ zIndex: LAYER_BASES.message }}
      className={classNames(
        'pointer-events-none fixed inset-x-0 top-0 h-[3px] transition-opacity duration-[400ms]',
        view.isVisible ? 'opacity-100' : 'opacity-0',
      )}
    >
      <div className="start-bar h-full bg-accent" style={{ transform: `scaleX(${view.percent / 100})` }} />
    </div>
  );
}
