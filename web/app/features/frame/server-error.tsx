/** Shown if a page could not be rendered or its data could not be loaded. */
import { useTranslation } from '../../i18n/use-translation.tsx';
import { FailedPage } from './failed-page.tsx';

export function ServerError() {
  const { t } = useTranslation();
  return <FailedPage title={t('errors.server_error')} hint={t('errors.server_error_hint')} />;
}

/** The server refused the data of a page, because this address or user has used up the request weight of the minute. */
export function TooManyRequests() {
  const { t } = useTranslation();
  return <FailedPage title="429" hint={t('response.error.status_429')} />;
}
