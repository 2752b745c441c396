/** Questions before something that cannot be undone: `ask` shows one and answers what was chosen. One at a time, in order. */
import type { ReactNode } from 'react';
import { create } from 'zustand';

export interface Question {
  readonly title: string;
  readonly text: ReactNode;
  /** Below the text: what it would come to. */
  readonly details?: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly isDangerous?: boolean;
  /** While it is true the question cannot be confirmed: what it was about is gone. */
  readonly off?: { readonly get: () => boolean; readonly subscribe: (listener: () => void) => () => void };
  /** Runs while the pop-up waits. When it throws, the pop-up stays open; reporting the error is up to the caller of `ask`. */
  readonly onConfirm?: () => Promise<void> | void;
  readonly onCancel?: () => Promise<void> | void;
}

interface Asked {
  readonly question: Question;
  readonly answer: (isConfirmed: boolean) => void;
}

interface Asking {
  readonly queue: readonly Asked[];
  /** Which of the two is at work. */
  readonly pending: 'confirm' | 'cancel' | null;
}

export const useQuestions = create<Asking>(() => ({ queue: [], pending: null }));

export function ask(question: Question): Promise<boolean> {
  return new Promise((answer) => {
    useQuestions.setState(({ queue }) => ({ queue: [...queue, { question, answer }] }));
  });
}

/** A second press while the first is at work does nothing. */
export async function settle(isConfirmed: boolean): Promise<void> {
  const { queue, pending } = useQuestions.getState();
  const [current, ...rest] = queue;
  if (!current || pending || (isConfirmed && current.question.off?.get())) return;
  useQuestions.setState({ pending: isConfirmed ? 'confirm' : 'cancel' });
  try {
    await (isConfirmed ? current.question.onConfirm?.() : current.question.onCancel?.());
  } catch {
    useQuestions.setState({ pending: null });
    return;
  }
  useQuestions.setState({ queue: rest, pending: null });
  current.answer(isConfirmed);
}
