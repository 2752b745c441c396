import type { ReactNode } from 'react';

type ArticleProps = { readonly title: ReactNode; readonly lead: ReactNode; readonly children: ReactNode };

/** A page that is read: one column of a comfortable width, whatever stands wider in it may scroll by itself. */
export function Article({ title, lead, children }: ArticleProps) {
  return (
    <article className="page-wrap w-full pt-6 pb-12">
      <h1 className="text-28">{title}</h1>
      <p className="mt-2 max-w-[640px] text-14 text-muted">{lead}</p>
      {children}
    </article>
  );
}

export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="mt-6 max-w-[640px]">
      <h2 className="text-16">{title}</h2>
      <div className="mt-1 grid gap-2 text-14 text-muted">{children}</div>
    </section>
  );
}
