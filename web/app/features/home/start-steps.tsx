import { ArrowRight } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { useLocale } from '../../i18n/use-locale.ts';

const STEPS = ['register', 'funds', 'trade'] as const;

export function StartSteps() {
  const { t } = useTranslation();
  const { to } = useLocale();
  return (
    <section aria-labelledby="start-title">
      <h2 id="start-title" className="text-20">
        {t('home.start_title')}
      </h2>
      <ol className="mt-4">
        {STEPS.map((step) => (
          <li
            key={step}
            className="relative flex gap-3 pb-5 [counter-increment:list-item] not-last:before:absolute not-last:before:start-3 not-last:before:top-7 not-last:before:bottom-1 not-last:before:w-px not-last:before:bg-line-strong"
          >
            <span
              aria-hidden
              className="grid size-6 flex-none place-items-center rounded-full border border-line-field text-12 font-semibold before:content-[counter(list-item)]"
            />
            <div>
              <h3 className="text-14 leading-6">{t(`home.step_${step}_title`)}</h3>
              <p className="max-w-[360px] text-13 text-muted">{t(`home.step_${step}`)}</p>
            </div>
          </li>
        ))}
      </ol>
      <Link
        to={to('/spot-trade')}
        className="inline-flex items-center gap-1 text-13 font-medium text-accent hover:underline"
      >
        {t('home.open_terminal')}
        <ArrowRight aria-hidden className="flip size-3.5" />
      </Link>
    </section>
  );
}
