import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';

type ArticleProps = { readonly title: ReactNode; readonly lead: ReactNode; readonly children: ReactNode };

/** A page of information. What is read has lines of a comfortable length, what is looked up may be as wide as the page. */
export function Article({ title, lead, children }: ArticleProps) {
  return (
    <article className="page-wrap w-full pt-6 pb-12">
      <h1 className="text-28">{title}</h1>
      <p className="mt-2 max-w-[640px] text-14 text-muted">{lead}</p>
      {children}
    </article>
  );
}

type ReadingProps = ArticleProps & {
  /** The sections by the ids they have, where there are enough of them to choose from. */
  readonly contents?: readonly { readonly id: string; readonly title: string }[];
};

/** A page that is only read: one column in the middle, and on wide screens beside it what it contains. */
export function Reading({ title, lead, contents = [], children }: ReadingProps) {
  const { t } = useTranslation();
  return (
    <article className="page-wrap grid w-full gap-x-12 pt-6 pb-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,640px)_minmax(0,1fr)] lg:pt-10">
      {contents.length > 0 ? (
        <nav
          aria-label={t('common.on_this_page')}
          className="text-13 max-lg:hidden lg:sticky lg:top-[calc(var(--head)+24px)] lg:col-start-1 lg:row-start-1 lg:self-start lg:justify-self-end"
        >
          <p className="pb-1 text-12 font-medium text-faint">{t('common.on_this_page')}</p>
          <ul className="border-s border-line">
            {contents.map(({ id, title: name }) => (
              <li key={id}>
                <Link to={`#${id}`} className="block py-1 ps-3 text-muted hover:text-fg">
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      <div className="min-w-0 lg:col-start-2 lg:row-start-1">
        <h1 className="text-28">{title}</h1>
        <p className="mt-2 text-14 text-muted">{lead}</p>
        {children}
      </div>
    </article>
  );
}

type SectionProps = { readonly title: string; readonly id?: string; readonly children: ReactNode };

export function Section({ title, id, children }: SectionProps) {
  return (
    <section id={id} className="mt-6 max-w-[640px]">
      <h2 className="text-16">{title}</h2>
      <div className="mt-1 grid grid-cols-1 gap-2 text-14 text-muted">{children}</div>
    </section>
  );
}

type ColumnsProps = {
  readonly children: ReactNode;
  /** What explains the rest: beside it on wide screens, below it on others. */
  readonly aside: ReactNode;
};

/** Figures or forms, and the words about them. */
export function Columns({ children, aside }: ColumnsProps) {
  return (
    <div className="grid gap-x-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,340px)]">
      <div className="min-w-0">{children}</div>
      <div className="min-w-0">{aside}</div>
    </div>
  );
}
