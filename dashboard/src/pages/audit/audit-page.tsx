import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactElement, useCallback } from 'react';
import { useClient } from 'urql';
import { failureOf } from '../../api/failure.js';
import { type FilterField, FilterForm, type FilterValues } from '../../design/filter-form.js';
import { PlainHead } from '../../design/plain-head.js';
import { ListTable, LongCell } from '../../design/list-table.js';
import { type RowStore, useRow } from '../../live/row-store.js';
import { useList } from '../../live/use-list.js';
import { actorWords } from '../../text/actor.js';
import { ExactTime } from '../../text/time.js';
import { type Text, useText } from '../../text/use-text.js';
import { AUDIT_ENTRIES, type AuditRow } from './audit-documents.js';
import { isSet, waysOut } from '../list-filter.js';
import { parseAuditSearch } from './audit-search.js';

function auditFields(text: Text): readonly FilterField[] {
  return [
    { name: 'actor', label: text('audit.actor'), kind: 'text', placeholder: text('audit.id') },
    { name: 'action', label: text('audit.action'), kind: 'text', placeholder: 'payout.created' },
    { name: 'subject', label: text('audit.subject'), kind: 'text', placeholder: text('audit.id') },
    { name: 'from', label: text('filter.from'), kind: 'firstDay' },
    { name: 'to', label: text('filter.to'), kind: 'lastDay' },
  ];
}

/** Lists the audit log, the newest entries first. The URL holds the filter. */
export function AuditPage(): ReactElement {
  const text = useText();
  const client = useClient();
  const search = useSearch({ from: '/signed-in/audit' });
  const navigate = useNavigate({ from: '/audit' });
  const show = (changed: FilterValues): void => void navigate({ search: parseAuditSearch(changed) });
  const { actor, action, subject, from, to } = search;
  const read = useCallback(
    async (after: string | null) => {
      const filter = {
        actorId: actor ?? null,
        action: action ?? null,
        subjectId: subject ?? null,
        occurredFrom: from ?? null,
        occurredTo: to ?? null,
      };
      const { data, error } = await client.query(AUDIT_ENTRIES, { filter, after });
      return data?.auditEntries ?? failureOf(error);
    },
    [client, actor, action, subject, from, to],
  );
  const list = useList(read);
  return (
    <>
      <PlainHead
        title={text('audit.title')}
        filters={<FilterForm fields={auditFields(text)} values={{ ...search }} onFilter={show} />}
      />
      <ListTable
        label={text('audit.title')}
        columns={[
          text('audit.action'),
          text('audit.when'),
          text('audit.actor'),
          text('audit.subject'),
          text('reason.label'),
        ]}
        list={list}
        renderRow={(id) => <EntryCells id={id} store={list.store} />}
        empty={text(isSet(search) ? 'audit.noMatch' : 'audit.none')}
        {...waysOut(search, show)}
      />
    </>
  );
}

function EntryCells({ id, store }: { readonly id: string; readonly store: RowStore<AuditRow> }): ReactElement | null {
  const entry = useRow(store, id);
  if (!entry) return null;
  const { action, actor, subjectType, subjectId, reason, occurredAt } = entry;
  return (
    <tr>
      <th scope="row">
        <Link to="/audit/$id" params={{ id }}>
          {action}
        </Link>
      </th>
      <td>
        <ExactTime at={occurredAt} />
      </td>
      <td>{actorWords(actor)}</td>
      <LongCell>
        {subjectType} {subjectId}
      </LongCell>
      <LongCell>{reason}</LongCell>
    </tr>
  );
}
