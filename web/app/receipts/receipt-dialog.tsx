import { useQuery } from '@tanstack/react-query';
import { Copy, Download } from 'lucide-react';
import { useTranslation } from '../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { REFUSALS } from '@agio/contracts/errors';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { quietCall } from '../api/client.ts';
import { QueryProvider } from '../api/query.tsx';
import { getReceipt, type Receipt, type ReceiptName } from '../api/calls/receipts.ts';
import { ApiError } from '../api/request.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { checkReceipt } from './check-receipt.ts';
import { ReceiptPaper } from './receipt-paper.tsx';

type ReceiptDialogProps = { readonly name: ReceiptName; readonly onClose: () => void };

/** A receipt, asked for when it is opened and computed again right here. */
export default function ReceiptDialog(props: ReceiptDialogProps) {
  return (
    <QueryProvider>
      <Asked {...props} />
    </QueryProvider>
  );
}

function Asked({ name, onClose }: ReceiptDialogProps) {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['receipt', name.kind, name.id],
    queryFn: () => getReceipt(quietCall, name),
    retry: false,
  });
  const isTooOld = query.error instanceof ApiError && query.error.code === REFUSALS.NOT_FOUND.code;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('common.receipt')}
      closeLabel={t('common.close')}
      className="!top-4 !max-h-[calc(100dvh-32px)] md:!top-[5vh] md:!max-h-[90vh]"
    >
      {query.isPending ? <SkeletonRows rows={8} label={t('common.loading')} /> : null}
      {isTooOld ? <EmptyState text={t('receipt.too_old')} /> : null}
      {query.isError && !isTooOld ? (
        <ErrorState
          text={t('common.load_failed')}
          retryLabel={t('common.retry')}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {query.data ? <Content receipt={query.data} /> : null}
    </Dialog>
  );
}

function Content({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const text = JSON.stringify({ receipt, checks: checkReceipt(receipt).checks }, null, 2);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast('success', t('common.copied')),
      () => showToast('error', t('common.copy_failed')),
    );
  return (
    <div className="grid grid-cols-1 gap-4 px-4 pb-4">
      <ReceiptPaper receipt={receipt} />
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" className="max-md:h-11" onClick={() => void copy()}>
          <Copy aria-hidden className="size-4" />
          {t('receipt.copy')}
        </Button>
        <a
          href={`data:application/json;charset=utf-8,${encodeURIComponent(text)}`}
          download={`receipt-${receipt.seq}-${receipt.eventIndex}.json`}
          className="inline-flex h-8 items-center gap-2 rounded-1 border border-line-field px-3 text-13 font-semibold whitespace-nowrap hover:bg-hover max-md:h-11"
        >
          <Download aria-hidden className="size-4" />
          {t('receipt.save')}
        </a>
        <Link to={to('/service/receipts')} className="ms-auto py-1 text-13 text-accent underline max-md:py-3">
          {t('receipt.how')}
        </Link>
      </div>
    </div>
  );
}
