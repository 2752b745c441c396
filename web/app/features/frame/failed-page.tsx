/** A page that could not be had, with a button that asks for it again. The frame may be what failed, so it stands alone. */
import { useTranslation } from '../../i18n/use-translation.tsx';
import { useIsCrawler } from '../../visitor/crawler.ts';
import { Button } from '../../../ui/button.tsx';

interface FailedPageProps {
  readonly title: string;
  readonly hint: string;
}

export function FailedPage({ title, hint }: FailedPageProps) {
  const { t } = useTranslation();
  // A crawler would keep the page in its index: it gets the status and nothing to read.
  if (useIsCrawler()) return <main />;
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-4 p-6 text-center">
      <h1 className="text-28">{title}</h1>
      <p className="text-muted">{hint}</p>
      <Button look="primary" onClick={() => window.location.reload()}>
        {t('errors.refresh')}
      </Button>
    </main>
  );
}
