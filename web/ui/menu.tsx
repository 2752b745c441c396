import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';

const POPUP = 'enter z-50 min-w-36 rounded-2 border border-line-strong bg-overlay p-1 text-13 shadow-overlay outline-none';
const ITEM =
  'flex cursor-pointer items-center gap-2 rounded-1 px-3 py-2 text-fg outline-none select-none data-highlighted:bg-accent-tint';

type MenuProps = {
  readonly trigger: ReactElement;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end';
};

export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  return (
    <BaseMenu.Root modal={false}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner align={align} sideOffset={4} className="z-50 outline-none">
          <BaseMenu.Popup className={POPUP}>{children}</BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

export function MenuItem({ onClick, render, children }: { onClick?: () => void; render?: ReactElement; children: ReactNode }) {
  return (
    <BaseMenu.Item onClick={onClick} render={render} className={ITEM}>
      {children}
    </BaseMenu.Item>
  );
}

export function MenuSeparator() {
  return <BaseMenu.Separator className="my-1 h-px bg-line" />;
}

export function MenuHeading({ children }: { children: ReactNode }) {
  return <p className="px-3 py-2 text-12 text-muted">{children}</p>;
}

type MenuChoiceProps<T extends string> = {
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
};

/** One of many, in a menu: the chosen one carries a tick. */
export function MenuChoice<T extends string>({ value, options, onChange }: MenuChoiceProps<T>) {
  return (
    <BaseMenu.RadioGroup value={value} onValueChange={(next) => onChange(next as T)}>
      {options.map((option) => (
        <BaseMenu.RadioItem key={option.value} value={option.value} closeOnClick className={classNames(ITEM, 'justify-between py-1.5')}>
          <bdi>{option.label}</bdi>
          <BaseMenu.RadioItemIndicator>
            <Check aria-hidden className="size-3.5 text-accent" />
          </BaseMenu.RadioItemIndicator>
        </BaseMenu.RadioItem>
      ))}
    </BaseMenu.RadioGroup>
  );
}
