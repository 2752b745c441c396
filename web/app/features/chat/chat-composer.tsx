import { CHAT } from '@agio/contracts/chat';
import { SendHorizontal } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { buttonClass } from '../../../ui/button.tsx';

/** Enter sends, Shift+Enter begins a line; while an input method composes, Enter is its own. */
export function ChatComposer({ onSend }: { onSend: (text: string) => void }) {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState('');
  const isFull = text.length >= CHAT.longestText;
  const send = () => {
    if (text.trim() === '') return;
    onSend(text.trim());
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className="border-t border-line px-4 pt-3 pb-[calc(12px+env(safe-area-inset-bottom))]"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label htmlFor={id} className="sr-only">
        {t('chat.message')}
      </label>
      <div className="flex items-end gap-2">
        <span className="field-well flex min-h-12 min-w-0 flex-1 px-3 py-2">
          <textarea
            id={id}
            rows={1}
            dir="auto"
            maxLength={CHAT.longestText}
            value={text}
            placeholder={t('chat.placeholder')}
            aria-describedby={`${id}-hint`}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            className="field-sizing-content max-h-32 min-w-0 flex-1 resize-none self-center bg-transparent text-14 text-fg outline-none placeholder:text-faint"
          />
        </span>
        <button
          type="submit"
          aria-label={t('chat.send')}
          title={t('chat.send')}
          disabled={text.trim() === ''}
          className={buttonClass('primary', 'lg', 'w-12 shrink-0 !px-0')}
        >
          <SendHorizontal aria-hidden className="flip size-[18px]" />
        </button>
      </div>
      <p id={`${id}-hint`} role={isFull ? 'alert' : undefined} className="mt-2 text-12 text-muted">
        {isFull ? t('chat.full', { count: CHAT.longestText }) : t('chat.secret_note')}
      </p>
    </form>
  );
}
