import { useTranslation } from '../../i18n/use-translation.tsx';
import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { Reading, Section } from '../../features/content/article.tsx';
import { EXAMPLE } from '../../receipts/example.ts';
import { ReceiptPaper } from '../../receipts/receipt-paper.tsx';
import { metaOf, pageText } from '../../search-engines/page-meta.ts';

export async function loader(args: LoaderFunctionArgs) {
  return { text: await pageText(args, 'receipts') };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData?.text);

const SECTIONS = ['hand', 'hash', 'replay'] as const;
const COMMANDS = ['verify', 'show', 'ledger'] as const;
const LINES: Record<(typeof COMMANDS)[number], string> = {
  verify: 'npm run --silent agio -- journal verify',
  show: 'npm run --silent agio -- journal show --seq N',
  ledger: 'npm run --silent agio -- ledger check',
};

/** How anybody checks a receipt, what its hash proves, and how the whole is replayed. */
export default function ReceiptsPage() {
  const { t } = useTranslation();
  useLoaderData<typeof loader>();
  return (
    <Reading
      title={t('navigation.receipts')}
      lead={t('receipts.lead')}
      contents={SECTIONS.map((name) => ({ id: name, title: t(`receipts.${name}_title`) }))}
    >
      <Section id="hand" title={t('receipts.hand_title')}>
        <p>{t('receipts.hand')}</p>
      </Section>
      <figure
        aria-label={t('receipts.example')}
        className="mt-4 max-w-[460px] rounded-2 border border-line-strong bg-overlay p-4 text-fg shadow-overlay"
      >
        <figcaption className="mb-3 flex items-baseline justify-between gap-3 text-13 font-semibold">
          {t('common.receipt')}
          <span className="text-12 font-normal text-muted">{t('receipts.example')}</span>
        </figcaption>
        <ReceiptPaper receipt={EXAMPLE} hasLog={false} />
      </figure>
      <Section id="hash" title={t('receipts.hash_title')}>
        <p>{t('receipts.hash')}</p>
        <p>{t('receipts.hash_proves')}</p>
        <p>{t('receipts.hash_not')}</p>
      </Section>
      <Section id="replay" title={t('receipts.replay_title')}>
        <p>{t('receipts.replay')}</p>
        <dl className="grid gap-3">
          {COMMANDS.map((command) => (
            <div key={command}>
              <dt
                dir="ltr"
                translate="no"
                className="rounded-1 border border-line bg-surface px-3 py-2 font-code text-12 wrap-anywhere text-fg"
              >
                {LINES[command]}
              </dt>
              <dd className="mt-1">{t(`receipts.replay_${command}`)}</dd>
            </div>
          ))}
        </dl>
        <p>{t('receipts.formulas', { file: 'core/formulas/receipts.ts' })}</p>
      </Section>
    </Reading>
  );
}
