import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type ButtonLook = 'primary' | 'line' | 'plain' | 'ghost' | 'soft' | 'buy' | 'sell';
export type ButtonSize = 'xs' | 'sm' | 'md' | 'lg';

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-1 font-semibold whitespace-nowrap transition-colors duration-120 disabled:opacity-50 aria-busy:opacity-70';

const LOOKS: Record<ButtonLook, string> = {
  primary: 'bg-accent text-on-accent hover:brightness-110',
  line: 'border border-line-field text-fg hover:bg-hover',
  plain: 'text-fg hover:bg-hover',
  ghost: 'text-muted hover:text-fg hover:bg-hover',
  soft: 'bg-accent-tint text-accent hover:brightness-110',
  buy: 'bg-up text-on-accent hover:brightness-105',
  sell: 'bg-down text-on-accent hover:brightness-105',
};

const SIZES: Record<ButtonSize, string> = {
  xs: 'h-6 px-2.5 text-12 max-md:h-11',
  sm: 'h-8 px-3 text-13',
  md: 'h-9 px-4 text-14',
  lg: 'h-12 px-6 text-16',
};

/** The look of a button for what is a link. */
export function buttonClass(look: ButtonLook = 'line', size: ButtonSize = 'md', extra = ''): string {
  return classNames(BASE, LOOKS[look], SIZES[size], extra);
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly look?: ButtonLook;
  readonly size?: ButtonSize;
  readonly busy?: boolean;
};

/** While it is busy a press does nothing. It is not disabled then: a disabled button loses the focus of who pressed it by keyboard. */
export function Button({
  look = 'line',
  size = 'md',
  busy = false,
  className,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? ignorePress : onClick}
      className={buttonClass(look, size, className)}
      {...rest}
    />
  );
}

function ignorePress(event: MouseEvent): void {
  event.preventDefault();
}

type ToggleButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> & { readonly isOn: boolean };

/** One of several views or choices that stand side by side: pressed while it is on. The look is the row's. */
export function ToggleButton({ isOn, ...rest }: ToggleButtonProps) {
  return <button type="button" aria-pressed={isOn} {...rest} />;
}

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly label: string;
  readonly children: ReactNode;
};

export function IconButton({ label, className, children, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button type={type} aria-label={label} title={label} className={iconButtonClass(className)} {...rest}>
      {children}
    </button>
  );
}

export function iconButtonClass(extra?: string): string {
  return classNames(
    'inline-grid size-8 shrink-0 place-items-center rounded-1 text-muted transition-colors duration-120 hover:bg-hover hover:text-fg aria-pressed:text-accent',
    extra,
  );
}
