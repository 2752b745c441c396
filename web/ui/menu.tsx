import {
  cloneElement,
  lazy,
  Suspense,
  useEffect,
  useState,
  type ComponentType,
  type ReactElement,
  type ReactNode,
} from 'react';

export type MenuItemProps = {
  readonly onClick?: () => void;
  readonly render?: ReactElement;
  readonly children?: ReactNode;
};

export type MenuChoiceProps<T extends string> = {
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
};

export interface MenuParts {
  readonly Item: ComponentType<MenuItemProps>;
  readonly Separator: ComponentType;
  readonly Heading: ComponentType<{ children?: ReactNode }>;
  readonly Choice: <T extends string>(props: MenuChoiceProps<T>) => ReactNode;
}

export type MenuProps = {
  readonly trigger: ReactElement<{ onClick?: () => void; 'aria-haspopup'?: 'menu'; 'aria-expanded'?: boolean }>;
  readonly align?: 'start' | 'end';
  /** Gets the parts, so that a page carries none of their code before a menu is opened. */
  readonly children: (parts: MenuParts) => ReactNode;
};

const load = () => import('./menu-popup.tsx');
const MenuPopup = lazy(load);

/** A menu whose code comes while the page is idle, or at the latest when it is first opened. */
export function Menu({ trigger, align = 'end', children }: MenuProps) {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => whenIdle(() => void load()), []);
  const closed = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => setIsWanted(true),
  });
  if (!isWanted) return closed;
  return (
    <Suspense fallback={trigger}>
      <MenuPopup trigger={trigger} align={align}>
        {children}
      </MenuPopup>
    </Suspense>
  );
}

const IDLE_FALLBACK_MS = 2_000;

function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run);
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(run, IDLE_FALLBACK_MS);
  return () => clearTimeout(timer);
}
