import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type Tab<T extends string> = { readonly value: T; readonly label: ReactNode; readonly panel: ReactNode };

type TabsProps<T extends string> = {
  readonly label: string;
  readonly value: T;
  readonly tabs: readonly Tab<T>[];
  readonly onChange: (value: T) => void;
  readonly end?: ReactNode;
  readonly height?: 'bar' | 'touch';
  readonly className?: string;
};

export function Tabs<T extends string>({ label, value, tabs, onChange, end, height = 'bar', className }: TabsProps<T>) {
  return (
    <BaseTabs.Root
      value={value}
      onValueChange={(next) => onChange(next as T)}
      className={classNames('flex min-h-0 flex-col', className)}
    >
      <div className="flex flex-none items-center border-b border-line ps-3 pe-2">
        <BaseTabs.List
          aria-label={label}
          className={classNames(
            'scroll-quiet flex flex-1 overflow-x-auto overflow-y-hidden',
            height === 'bar' ? 'h-11 gap-4 md:h-9' : 'h-11 gap-5',
          )}
        >
          {tabs.map((tab) => (
            <BaseTabs.Tab
              key={tab.value}
              value={tab.value}
              className={tabClass(tab.value === value, height === 'touch')}
            >
              {tab.label}
            </BaseTabs.Tab>
          ))}
        </BaseTabs.List>
        {end}
      </div>
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.value} value={tab.value} className="flex min-h-0 flex-1 flex-col outline-none">
          {tab.panel}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}

export function tabClass(isActive: boolean, isLarge = false): string {
  return classNames(
    'relative flex flex-none items-center gap-1.5 whitespace-nowrap',
    isLarge ? 'text-14' : 'text-12',
    isActive
      ? 'font-semibold text-fg after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:bg-accent'
      : 'font-medium text-muted hover:text-fg',
  );
}
