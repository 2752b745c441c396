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
  /** What sends the order. */
  readonly send: ReactNode;
  /** What one has, below the form: always in sight. */
  readonly account?: ReactNode;
  /** What else is sent with the order. */
  readonly terms?: readonly OrderTerm[];
  readonly children: ReactNode;
};

/**
 * The panel of a ticket: what stands above the form, the form itself, and what stays below it. Where the form is higher than its room, its
 * fields scroll; the button and what the order costs stay in sight, as long as that leaves the fields most of the room.
 */
export function TicketFrame(props: TicketFrameProps) {
  const { className, form, above, below, send, summary, account, terms, children } = props;
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
        // A field that has the focus is scrolled to above what stays. What is drawn for screen readers alone has its place within, and makes
        // nothing around it scroll.
        className="scroll-quiet relative flex min-h-0 flex-1 flex-col gap-2 bg-inherit px-3 pt-3 [@container_ticket_(max-height:640px)]:gap-1.5 [@container_ticket_(max-height:640px)]:pt-2 md:[@container_ticket_(max-height:640px)]:gap-1 md:scroll-pb-16 md:overflow-y-auto [@container_ticket_(min-height:560px)]:scroll-pb-52 [&>*]:flex-none"
      >
        {children}
        <div className="contents [@container_ticket_(min-height:560px)]:sticky [@container_ticket_(min-height:560px)]:bottom-0 [@container_ticket_(min-height:560px)]:z-3 [@container_ticket_(min-height:560px)]:-mx-3 [@container_ticket_(min-height:560px)]:flex [@container_ticket_(min-height:560px)]:flex-col [@container_ticket_(min-height:560px)]:gap-2 [@container_ticket_(min-height:560px)]:bg-inherit [@container_ticket_(min-height:560px)]:px-3 [&>*:last-child]:pb-3 [@container_ticket_(max-height:640px)]:gap-1.5 md:[@container_ticket_(max-height:640px)]:gap-1 [@container_ticket_(max-height:640px)]:[&>*:last-child]:pb-1.5">
          {send}
          {summary}
        </div>
      </form>
      {account}
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
