import type { ReactElement, ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';

/** The button of one of the toolbar's menus. */
export function menuButton(label: string, icon: ReactNode, isOn = false, extra = ''): ReactElement<object> {
  return (
    <button type="button" aria-label={label} title={label} className={classNames(toolClass(isOn), extra)}>
      {icon}
    </button>
  );
}

export function toolClass(isOn: boolean): string {
  return classNames(
    'inline-flex h-9 min-w-9 flex-none items-center justify-center gap-1 rounded-1 px-1.5 text-12 font-medium md:h-6 md:min-w-7',
    isOn ? 'bg-accent-tint text-accent' : 'text-muted hover:bg-hover hover:text-fg',
  );
}
