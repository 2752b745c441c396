import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { GapDialog } from './gap-dialog.tsx';
import type { OrderTerm } from './order-terms.ts';
import type { TicketForm } from './use-ticket-form.ts';

type TicketFrameProps = {
  readonly className: string | undefined;
  readonly form: Pick<
    TicketForm<never>,
    'order' | 'lastPrice' | 'question' | 'closeQuestion' | 'sendInSpite' | 'onSubmit'
  >;
  readonly above: ReactNode;
  readonly below?: ReactNode;
  /** What the order costs and leads to: at the end of the form, and in the question before it is sent. */
  readonly summary: ReactNode;
  /** What one has, at the very end of the form. */
  readonly account?: ReactNode;
  /** What else is sent with the order. */
  readonly terms?: readonly OrderTerm[];
  readonly children: ReactNode;
};

/** The panel of a ticket: what stands above the form, the form itself, which scrolls, and what stays below it. */
export function TicketFrame({ className, form, above, below, summary, account, terms, children }: TicketFrameProps) {
  const { t } = useTranslation();
  return (
    <section
      id="ticket"
      aria-label={t('terminal.ticket.title')}
      className={classNames('num flex min-h-0 flex-col bg-surface text-12', className)}
    >
      {above}
      <form
        onSubmit={form.onSubmit}
        noValidate
        // A field that has the focus is scrolled to above the foot. What is drawn for screen readers alone has its place within, and makes
        // nothing around it scroll.
        className="scroll-quiet relative flex min-h-0 flex-1 flex-col gap-2 bg-inherit px-3 pt-3 [@container_ticket_(max-height:640px)]:gap-1.5 md:scroll-pb-16 md:overflow-y-auto [&>*]:flex-none [&>*:last-child]:pb-3"
      >
        {children}
        {summary}
        {account}
      </form>
      {below}
      <GapDialog
        question={form.question}
        order={form.order}
        terms={terms}
        summary={summary}
        lastPrice={form.lastPrice}
        onClose={form.closeQuestion}
        onConfirm={form.sendInSpite}
      />
    </section>
  );
}
