/** The table of the operator's search rules. */
import type { SeoField, SeoFields, SeoRules } from '@agio/contracts/seo-rules';
import type { Db } from '../../store/index.ts';

export async function readSeoRules(db: Db): Promise<SeoRules> {
  const rows = await db.selectFrom('seo_rules').selectAll().orderBy('locale').orderBy('pattern').execute();
  const rules: Record<string, Record<string, Partial<Record<SeoField, string>>>> = {};
  for (const { locale, pattern, field, content } of rows)
    ((rules[locale] ??= {})[pattern] ??= {})[field as SeoField] = content;
  return rules;
}

export async function writeSeoFields(db: Db, locale: string, pattern: string, fields: SeoFields): Promise<void> {
  const rows = Object.entries(fields).flatMap(([field, content]) =>
    content === undefined ? [] : [{ locale, pattern, field, content }],
  );
  if (rows.length === 0) return;
  await db
    .insertInto('seo_rules')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['locale', 'pattern', 'field']).doUpdateSet((eb) => ({ content: eb.ref('excluded.content') })),
    )
    .execute();
}

/** Answers how many fields there were. */
export async function removeSeoFields(db: Db, locale: string, pattern: string, field?: SeoField): Promise<number> {
  let query = db.deleteFrom('seo_rules').where('locale', '=', locale).where('pattern', '=', pattern);
  if (field !== undefined) query = query.where('field', '=', field);
  return Number((await query.executeTakeFirst()).numDeletedRows);
}
