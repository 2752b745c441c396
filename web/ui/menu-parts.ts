import type { ComponentType, ReactElement, ReactNode } from 'react';

export type MenuItemProps = {
  readonly onClick?: () => void;
  readonly render?: ReactElement;
  /** The menu stays open after the click. */
  readonly isStaying?: boolean;
  readonly children?: ReactNode;
};

export type MenuChoiceProps<T extends string> = {
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
};

export type MenuSwitchProps = {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children?: ReactNode;
};

export interface MenuParts {
  readonly Item: ComponentType<MenuItemProps>;
  readonly Separator: ComponentType;
  readonly Heading: ComponentType<{ children?: ReactNode }>;
  readonly Switch: ComponentType<MenuSwitchProps>;
  readonly Choice: <T extends string>(props: MenuChoiceProps<T>) => ReactNode;
}

export type MenuProps = {
  readonly trigger: ReactElement<{
    onClick?: () => void;
    onPointerEnter?: () => void;
    onFocus?: () => void;
    'aria-haspopup'?: 'menu';
    'aria-expanded'?: boolean;
  }>;
  readonly align?: 'start' | 'end';
  /** Gets the parts, so that a page carries none of their code before a menu is opened. */
  readonly children: (parts: MenuParts) => ReactNode;
};
