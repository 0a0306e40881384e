import type { SubmitEvent, ReactElement } from 'react';
import { Button } from '../../design/button.js';
import { Field } from '../../design/field.js';
import css from '../../design/form.module.css';
import { dayOf, endOfDay, lastDayBefore, startOfDay } from '../../text/day.js';
import { useText } from '../../text/use-text.js';
import { type AuditSearch, parseAuditSearch } from './audit-search.js';

interface AuditFilterProps {
  readonly search: AuditSearch;
  readonly onFilter: (search: AuditSearch) => void;
}

/** The filter of the audit log. It is asked for as a whole: half an id finds nothing. */
export function AuditFilter({ search, onFilter }: AuditFilterProps): ReactElement {
  const text = useText();
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { from, to, ...words } = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    onFilter(parseAuditSearch({ ...words, from: from && startOfDay(from), to: to && endOfDay(to) }));
  };
  return (
    // Its fields keep their own values: another filter makes it another form.
    <form key={JSON.stringify(search)} className={css.filter} onSubmit={submit}>
      <Field label={text('audit.actor')} name="actor" defaultValue={search.actor} placeholder={text('audit.id')} />
      <Field label={text('audit.action')} name="action" defaultValue={search.action} placeholder="payout.created" />
      <Field
        label={text('audit.subject')}
        name="subject"
        defaultValue={search.subject}
        placeholder={text('audit.id')}
      />
      <Field label={text('audit.from')} name="from" type="date" defaultValue={search.from && dayOf(search.from)} />
      <Field label={text('audit.to')} name="to" type="date" defaultValue={search.to && lastDayBefore(search.to)} />
      <Button type="submit">{text('audit.filter')}</Button>
    </form>
  );
}
