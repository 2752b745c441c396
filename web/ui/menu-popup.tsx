import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { raisePopup } from './layers.ts';
import type { MenuChoiceProps, MenuItemProps, MenuParts, MenuProps, MenuSwitchProps } from './menu-parts.ts';

const POPUP =
  'enter scroll-quiet max-h-(--available-height) min-w-36 overflow-y-auto overscroll-contain rounded-2 border border-line-strong bg-overlay p-1 text-13 shadow-overlay outline-none';
const ITEM =
  'flex cursor-pointer items-center gap-2 rounded-1 px-3 py-2 text-fg outline-none select-none data-highlighted:bg-accent-tint';

const PARTS: MenuParts = { Item, Separator, Heading, Switch, Choice };

/** The menu itself, loaded by ui/menu.tsx when it is first opened; it begins open. */
export default function MenuPopup({ trigger, children, align }: MenuProps) {
  return (
    <BaseMenu.Root modal={false} defaultOpen>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        {/* Fixed, since most triggers stay in their place while the page scrolls: else the menu would go with the page until it is put back
            a moment later, and a press could end on another item than it began on. */}
        <BaseMenu.Positioner
          positionMethod="fixed"
          align={align}
          sideOffset={4}
          ref={raisePopup}
          className="outline-none"
        >
          <BaseMenu.Popup className={POPUP}>{children(PARTS)}</BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

function Item({ onClick, render, isStaying = false, children }: MenuItemProps) {
  return (
    <BaseMenu.Item onClick={onClick} render={render} closeOnClick={!isStaying} className={ITEM}>
      {children}
    </BaseMenu.Item>
  );
}

function Separator() {
  return <BaseMenu.Separator className="my-1 h-px bg-line" />;
}

function Heading({ children }: { children?: ReactNode }) {
  return <p className="px-3 py-2 text-12 text-muted">{children}</p>;
}

/** One of several that can be on at once, in a menu: it stays open, and what is on carries a tick. */
function Switch({ isOn, onChange, children }: MenuSwitchProps) {
  return (
    <BaseMenu.CheckboxItem
      checked={isOn}
      onCheckedChange={onChange}
      closeOnClick={false}
      className={classNames(ITEM, 'justify-between py-1.5')}
    >
      {children}
      <BaseMenu.CheckboxItemIndicator>
        <Check aria-hidden className="size-3.5 text-accent" />
      </BaseMenu.CheckboxItemIndicator>
    </BaseMenu.CheckboxItem>
  );
}

/** One of many, in a menu: the chosen one carries a tick. */
function Choice<T extends string>({ value, options, onChange }: MenuChoiceProps<T>) {
  return (
    <BaseMenu.RadioGroup value={value} onValueChange={(next) => onChange(next as T)}>
      {options.map((option) => (
        <BaseMenu.RadioItem
          key={option.value}
          value={option.value}
          closeOnClick
          className={classNames(ITEM, 'justify-between py-1.5')}
        >
          <bdi>{option.label}</bdi>
          <BaseMenu.RadioItemIndicator>
            <Check aria-hidden className="size-3.5 text-accent" />
          </BaseMenu.RadioItemIndicator>
        </BaseMenu.RadioItem>
      ))}
    </BaseMenu.RadioGroup>
  );
}
