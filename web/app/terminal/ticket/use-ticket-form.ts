import type { Translate } from '../../i18n/translator.ts';
import { useState, type FormEvent } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { closeToast } from '../../../ui/toast-queue.ts';
import { showToast } from '../../../ui/toast.tsx';
import { isLostAnswer, LostWithoutKey, NeverArrived } from '../../api/lost-answer.ts';
import { refusalText } from '../../i18n/words.ts';
import type { Problem } from './first-problems.ts';
import { type AskedPrice, gapOf, type OrderQuestion, questionOf } from './price-gap.ts';
import { setSending, useSentTickets } from './sent-tickets.ts';

/** What went wrong with an order is longer to read and worse to miss. */
const LONG_TOAST_MS = 8_000;

type AnyTicket<Field extends string> = AskedPrice & { readonly type: string } & Readonly<Record<Field, string>>;

interface TicketFormOptions<Field extends string, Reason extends string> {
  /** The market: all tickets of one name send one order at a time. */
  readonly name: string;
  readonly ticket: AnyTicket<Field>;
  readonly problems: readonly Problem<Field, Reason>[];
  readonly problemText: (problem: Problem<Field, Reason>) => string;
  readonly lastPrice: string;
  /** Side and size in words, for the question before it is sent. */
  readonly order: string;
  /** What the known book would give a market order on average; empty where nobody knows. */
  readonly average: string;
  /** By the book as it is known here the exchange refuses it: sending it says so, and there is nothing to ask. */
  readonly isRefused: boolean;
  readonly isLoggedIn: boolean;
  /** The size is final now: nothing but the person may change it while the question stands and the order is on its way. */
  readonly keepSize: () => void;
  /**
   * Places the order of the ticket as it is now, tells what became of it and empties the fields; throws where that failed. `onLost`
   * is told when the answer was lost and the exchange is asked what became of the order.
   */
  readonly place: (onLost: () => void) => Promise<void>;
  readonly onSent: () => void;
}

export interface TicketForm<Field extends string> {
  readonly order: string;
  readonly lastPrice: string;
  readonly isBusy: boolean;
  /** The answer was lost: what became of the order is being asked. */
  readonly isLost: boolean;
  /** The question before the order is sent, while it is asked; its gap is that of the prices of now. */
  readonly question: OrderQuestion | null;
  readonly closeQuestion: () => void;
  readonly sendInSpite: () => void;
  readonly onSubmit: (event: FormEvent) => void;
  /** The sentence below a field; undefined where there is nothing to say. */
  readonly errorOf: (field: Field) => string | undefined;
}

/** How a ticket is sent: nothing while a field has a fault, a question before what the person wants to be asked about, and one order at a time. */
export function useTicketForm<Field extends string, Reason extends string>(
  options: TicketFormOptions<Field, Reason>,
): TicketForm<Field> {
  const { name, ticket, problems, problemText, lastPrice, order, average, isRefused } = options;
  const { isLoggedIn, keepSize, place, onSent } = options;
  const { t } = useTranslation();
  const sending = useSentTickets((state) => state.sending.get(name));
  const isBusy = sending !== undefined;
  const isLost = sending === 'lost';
  // The type that was tried: another type asks for other fields, and nobody has tried to send those yet.
  const [checkedType, setCheckedType] = useState<string | null>(null);
  const isChecked = checkedType === ticket.type;
  const [question, setQuestion] = useState<OrderQuestion | null>(null);
  const send = async () => {
    forgetFailure(name);
    setSending(name, 'sent');
    try {
      await place(() => setSending(name, 'lost'));
      setCheckedType(null);
      onSent();
    } catch (error) {
      const [title, text] = failureOf(t, error);
      failures.set(name, showToast('error', title, text, { durationMs: LONG_TOAST_MS }));
    } finally {
      setSending(name, null);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // Only the ticket's own form sends an order, never one of a dialog that was opened from it.
    if (event.target !== event.currentTarget) return;
    setCheckedType(ticket.type);
    if (!isLoggedIn || problems.length > 0 || isBusy) return;
    keepSize();
    const asked = isRefused ? null : questionOf(ticket, average, lastPrice);
    if (asked) setQuestion(asked);
    else void send();
  };
  // A field says what is wrong once it holds something, or after a try to send.
  const errorOf = (field: Field) => {
    const problem = problems.find((one) => one.field === field);
    if (problem === undefined) return undefined;
    const isTyped = ticket[field] !== '' && !problem.reason.endsWith('missing');
    return isChecked || isTyped ? problemText(problem) : undefined;
  };
  const closeQuestion = () => setQuestion(null);
  const sendInSpite = () => {
    closeQuestion();
    void send();
  };
  const asked = question && { ...question, gap: gapOf(ticket, average, lastPrice) };
  return {
    order,
    lastPrice,
    isBusy,
    isLost,
    question: asked,
    closeQuestion,
    sendInSpite,
    onSubmit,
    errorOf,
  };
}

/** By ticket: the message of the order that failed last. */
const failures = new Map<string, number>();

/** The message goes with the next press: beside what becomes of that one, "not placed, sending again is safe" would ask for a third. */
function forgetFailure(name: string): void {
  const told = failures.get(name);
  if (told !== undefined) closeToast(told);
  failures.delete(name);
}

/** Title and sentence of an order that did not come about, or of which nobody knows. */
function failureOf(t: Translate, error: unknown): readonly [title: string, text: string] {
  if (error instanceof NeverArrived) return [t('terminal.order.never_arrived'), refusalText(t, error)];
  if (error instanceof LostWithoutKey) return [t('terminal.order.not_placed'), t('terminal.order.maybe_placed_look')];
  if (isLostAnswer(error)) return [t('terminal.order.not_placed'), t('terminal.order.maybe_placed')];
  return [t('terminal.order.refused'), refusalText(t, error)];
}
