import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { QRCodeSVG } from 'qrcode.react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { quietCall } from '../../api/client.ts';
import { getDepositAddress } from '../../api/calls/deposits.ts';
import { refusalText } from '../../i18n/words.ts';

type AddressCardProps = { readonly asset: string; readonly network: string };

/** The address, and that only this coin in this network belongs there. */
export function AddressCard({ asset, network }: AddressCardProps) {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['deposit-address', asset, network],
    queryFn: () => getDepositAddress(quietCall, { asset, network }),
    staleTime: Infinity,
  });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(query.data ?? '');
      showToast('success', t('common.copied'));
    } catch {
      showToast('error', t('common.copy_failed'));
    }
  };
  return (
    <div>
      <h2 className="flex items-center gap-2 pb-1.5 text-13 font-medium text-muted">
        {t('deposit.address')}
        <span className="rounded-[3px] border border-current px-1 text-11 font-medium text-warn uppercase">
          {t('deposit.demo')}
        </span>
      </h2>
      {query.isError ? (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-2 text-13">
          <span>{refusalText(t, query.error)}</span>
          <Button size="sm" className="max-md:h-11" onClick={() => void query.refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      ) : null}
      {query.isPending ? (
        <div role="status" aria-label={t('common.loading')} className="flex min-h-14 items-center">
          <Skeleton className="h-4 flex-1" />
        </div>
      ) : null}
      {query.data ? <AddressCode address={query.data} label={t('deposit.qr', { asset })} /> : null}
      {query.data ? (
        <div className="flex min-h-14 items-center gap-2 rounded-1 bg-well ps-3 pe-1">
          <code translate="no" dir="ltr" className="min-w-0 flex-1 py-2 font-code text-13 wrap-anywhere">
            {query.data}
          </code>
          <IconButton label={t('common.copy')} onClick={() => void copy()} className="size-11">
            <Copy aria-hidden className="size-4" />
          </IconButton>
        </div>
      ) : null}
      <p className="pt-2 text-12 text-muted">{t('deposit.only_demo_coins')}</p>
    </div>
  );
}

/** The quiet margin, in modules, that the standard asks for around a code: without it many cameras find none. */
const QUIET_MODULES = 4;

/** The address for the camera of a phone that holds the wallet. Black on white in both themes: many cameras read no inverted code. */
function AddressCode({ address, label }: { readonly address: string; readonly label: string }) {
  return (
    <div dir="ltr" className="mb-2 w-fit overflow-hidden rounded-1 border border-line">
      <QRCodeSVG
        value={address}
        title={label}
        size={168}
        level="M"
        marginSize={QUIET_MODULES}
        bgColor="#ffffff"
        fgColor="#000000"
        className="block"
      />
    </div>
  );
}
