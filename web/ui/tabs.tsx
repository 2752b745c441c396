import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import { Ellipsis } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { Menu } from './menu.tsx';
import { useTabsOutOfSight } from './tabs-in-sight.ts';

export type Tab<T extends string> = { readonly value: T; readonly label: ReactNode; readonly panel: ReactNode };

type TabsProps<T extends string> = {
  readonly label: string;
  readonly value: T;
  readonly tabs: readonly Tab<T>[];
  readonly onChange: (value: T) => void;
  readonly end?: ReactNode;
  readonly height?: 'bar' | 'touch';
  /** Names the button that lists the tabs for which the row has no room. Without it the row only scrolls. */
  readonly moreLabel?: string;
  readonly className?: string;
};

const FADING =
  'max-md:[mask-image:linear-gradient(to_right,#000_calc(100%-2.5rem),transparent)] max-md:rtl:[mask-image:linear-gradient(to_left,#000_calc(100%-2.5rem),transparent)]';

export function Tabs<T extends string>({ label, value, tabs, onChange, end, ...look }: TabsProps<T>) {
  const { height = 'bar', moreLabel, className } = look;
  const list = useRef<HTMLDivElement>(null);
  const outside = useTabsOutOfSight(list, value);
  const others = tabs.filter((_tab, place) => outside.has(place));
  return (
    <BaseTabs.Root
      value={value}
      onValueChange={(next) => onChange(next as T)}
      className={classNames('flex min-h-0 flex-col', className)}
    >
      <div className="flex flex-none items-center border-b border-line ps-3 pe-2">
        <BaseTabs.List
          ref={list}
          aria-label={label}
          className={classNames(
            'scroll-quiet flex min-w-0 flex-1 overflow-x-auto overflow-y-hidden',
            height === 'bar' ? 'h-11 gap-4 md:h-9 md:[@media(max-height:800px)]:h-8' : 'h-11 gap-5',
            // The button beside it does what the bar would, which would cover the line below the chosen tab.
            moreLabel !== undefined && 'md:[scrollbar-width:none]',
            // A name that is cut off fades out, so that the row is seen to go on.
            outside.has(tabs.length - 1) && FADING,
          )}
        >
          {tabs.map((tab, place) => (
            <BaseTabs.Tab
              key={tab.value}
              value={tab.value}
              className={classNames(
                tabClass(tab.value === value, height === 'touch'),
                // Half a word is no name. With the focus the browser scrolls it into sight.
                moreLabel !== undefined && outside.has(place) && 'md:opacity-0',
              )}
            >
              {tab.label}
            </BaseTabs.Tab>
          ))}
        </BaseTabs.List>
        {moreLabel === undefined ? null : <MoreTabs label={moreLabel} tabs={others} onChange={onChange} />}
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

type MoreTabsProps<T extends string> = Pick<TabsProps<T>, 'tabs' | 'onChange'> & { readonly label: string };

/** Its place is kept where all tabs are in sight: a button that comes would take the room of another tab. */
function MoreTabs<T extends string>({ label, tabs, onChange }: MoreTabsProps<T>) {
  return (
    <Menu
      trigger={
        <IconButton
          label={label}
          className={classNames('-my-1 size-7 max-md:hidden', tabs.length === 0 && 'invisible')}
        >
          <Ellipsis aria-hidden className="size-4" />
        </IconButton>
      }
    >
      {({ Item }) =>
        tabs.map((tab) => (
          <Item key={tab.value} onClick={() => onChange(tab.value)}>
            <span className="flex items-center gap-1.5">{tab.label}</span>
          </Item>
        ))
      }
    </Menu>
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
