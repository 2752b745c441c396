import { useState, type FormEvent } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { isOfficial } from './official-channel.ts';

type ChannelCheckProps = { readonly channels: Readonly<Record<string, string>> };

export function ChannelCheck({ channels }: ChannelCheckProps) {
  const { t } = useTranslation();
  const [verdict, setVerdict] = useState<boolean | null>(null);
  const check = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const asked = new FormData(event.currentTarget).get('channel');
    setVerdict(typeof asked === 'string' && asked.trim() !== '' ? isOfficial(channels, asked) : null);
  };
  return (
    <form onSubmit={check}>
      <label className="block text-13">
        {t('social.verify_label')}
        <span className="mt-1 flex flex-wrap gap-2">
          <span className="field-well flex h-10 min-w-0 grow basis-44 items-center px-3">
            <input
              name="channel"
              autoComplete="off"
              dir="auto"
              onChange={() => setVerdict(null)}
              className="h-full min-w-0 flex-1 text-fg"
            />
          </span>
          <button type="submit" className={buttonClass('soft', 'md', 'h-10')}>
            {t('social.verify')}
          </button>
        </span>
      </label>
      <p role="status" className={verdict ? 'mt-2 text-up' : 'mt-2 text-down'}>
        {verdict === null ? '' : t(verdict ? 'social.is_ours' : 'social.is_not')}
      </p>
    </form>
  );
}
