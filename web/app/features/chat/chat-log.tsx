import type { ChatMessage } from '@agio/contracts/http/chat';
import { CircleAlert, MessagesSquare } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { intlTag } from '../../i18n/intl-tag.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { refusalText } from '../../i18n/words.ts';
import type { Conversation, Draft } from './conversation.ts';

type ChatLogProps = {
  readonly conversation: Conversation;
  readonly note: ReactNode;
  readonly onResend: (clientId: string) => void;
};

/** Read out as it grows; scrolls to what is new. */
export function ChatLog({ conversation, note, onResend }: ChatLogProps) {
  const { t } = useTranslation();
  const { messages, drafts, isClosed } = conversation;
  const end = useRef<HTMLDivElement>(null);
  const count = messages.length + drafts.length;
  useEffect(() => {
    // In braces: newer browsers return a promise here, which React would take for a cleanup.
    void end.current?.scrollIntoView({ block: 'end' });
  }, [count]);
  return (
    <div
      className="scroll-quiet flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain"
      tabIndex={0}
      role="log"
      aria-label={t('chat.log')}
    >
      {note}
      {count === 0 ? <EmptyState Icon={MessagesSquare} text={t('chat.empty')} /> : null}
      <ol className="mt-auto flex flex-col gap-3 px-4 py-3">
        {messages.map((message) => (
          <MessageItem key={message.id} message={message} />
        ))}
        {drafts.map((draft) => (
          <DraftItem key={draft.clientId} draft={draft} onResend={onResend} />
        ))}
      </ol>
      {isClosed && drafts.length === 0 ? (
        <p className="px-4 pb-3 text-center text-12 text-muted">{t('chat.closed')}</p>
      ) : null}
      <div ref={end} />
    </div>
  );
}

function MessageItem({ message }: { message: ChatMessage }) {
  const { t } = useTranslation();
  const { locale } = useLocale();
  const isOwn = message.author === 'USER';
  const name = isOwn ? t('chat.you') : message.agent || t('chat.agent');
  return (
    <li className={classNames('flex flex-col gap-1', isOwn ? 'items-end' : 'items-start')}>
      <p className="text-11 text-faint">
        <bdi className="[direction:inherit]">{name}</bdi>
        {' · '}
        <time dateTime={new Date(message.time).toISOString()}>{timeText(message.time, locale.tag)}</time>
      </p>
      <Bubble text={message.text} isOwn={isOwn} />
    </li>
  );
}

function DraftItem({ draft, onResend }: { draft: Draft; onResend: (clientId: string) => void }) {
  const { t } = useTranslation();
  return (
    <li className="flex flex-col items-end gap-1">
      <Bubble text={draft.text} isOwn isPale />
      {draft.error === null ? (
        <p className="text-11 text-faint">{t('chat.sending')}</p>
      ) : (
        <p role="alert" className="flex items-start gap-1.5 text-12 text-urgent">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          <span>
            {t('chat.not_sent')} {refusalText(t, draft.error)}{' '}
            <button
              type="button"
              onClick={() => onResend(draft.clientId)}
              className="min-h-6 font-semibold underline underline-offset-2"
            >
              {t('chat.send_again')}
            </button>
          </span>
        </p>
      )}
    </li>
  );
}

function Bubble({ text, isOwn, isPale = false }: { text: string; isOwn: boolean; isPale?: boolean }) {
  return (
    <p
      dir="auto"
      className={classNames(
        'max-w-[85%] rounded-2 px-3 py-2 text-14 break-words whitespace-pre-wrap',
        isOwn ? 'bg-accent-tint' : 'border border-line bg-canvas',
        isPale && 'opacity-70',
      )}
    >
      {text}
    </p>
  );
}

/** Today's are times of day; older ones carry their day. */
function timeText(timeMs: number, tag: string): string {
  const date = new Date(timeMs);
  const isToday = date.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(intlTag(tag), {
    hour: '2-digit',
    minute: '2-digit',
    ...(isToday ? {} : { day: 'numeric', month: 'short' }),
  }).format(date);
}
