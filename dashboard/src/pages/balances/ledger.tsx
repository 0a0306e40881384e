import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactElement, useCallback } from 'react';
import { useClient } from 'urql';
import { failureOf } from '../../api/failure.js';
import { SelectField } from '../../design/choices.js';
import form from '../../design/form.module.css';
import { ListTable, LongCell, NumberCell } from '../../design/list-table.js';
import { type RowStore, useRow } from '../../live/row-store.js';
import { useList } from '../../live/use-list.js';
import { actorWords } from '../../text/actor.js';
import { formatAmount } from '../../text/amount.js';
import { Time } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import { type Balance, LEDGER, type LedgerRow } from './balances-documents.js';
import css from './ledger.module.css';
import { LEDGER_KINDS, type LedgerSearch, parseLedgerSearch } from './ledger-search.js';

/** Lists the ledger entries behind the balances, the newest first. */
export function Ledger({ balances }: { readonly balances: readonly Balance[] }): ReactElement {
  const text = useText();
  const client = useClient();
  const search = useSearch({ from: '/signed-in/balances' });
  const navigate = useNavigate({ from: '/balances' });
  const { kind, currency, account } = search;
  const show = (changed: Record<string, unknown>): void => void navigate({ search: parseLedgerSearch(changed) });
  const read = useCallback(
    async (after: string | null) => {
      const filter = { kinds: kind ? [kind] : null, currency: currency ?? null, accountId: account ?? null };
      const { data, error } = await client.query(LEDGER, { filter, after });
      return data?.ledgerEntries ?? failureOf(error);
    },
    [client, kind, currency, account],
  );
  const list = useList(read);
  const isFiltered = [kind, currency, account].some((value) => value !== undefined);
  return (
    <section className={css.ledger} aria-label={text('ledger.title')}>
      <h2>{text('ledger.title')}</h2>
      <LedgerFilter search={search} balances={balances} onChange={show} />
      <ListTable
        label={text('ledger.title')}
        columns={[
          text('ledger.kind'),
          { title: text('ledger.amount'), isNumber: true },
          text('ledger.moved'),
          text('ledger.about'),
          text('ledger.when'),
        ]}
        list={list}
        renderRow={(id) => <EntryCells id={id} store={list.store} />}
        empty={text(isFiltered ? 'ledger.noMatch' : 'ledger.none')}
        onClear={
          isFiltered
            ? () => {
                show({});
              }
            : null
        }
      />
    </section>
  );
}

interface LedgerFilterProps {
  readonly search: LedgerSearch;
  readonly balances: readonly Balance[];
  readonly onChange: (search: Record<string, unknown>) => void;
}

function LedgerFilter({ search, balances, onChange }: LedgerFilterProps): ReactElement {
  const text = useText();
  const any = { value: '', word: text('ledger.any') };
  const currencies = [...new Set(balances.map(({ currency }) => currency))];
  const accounts = new Map(balances.map(({ account }) => [account.id, account.name]));
  return (
    <div className={form.filter}>
      <SelectField
        label={text('ledger.kind')}
        choices={[any, ...LEDGER_KINDS.map((value) => ({ value, word: text(`ledger.kind.${value}`) }))]}
        value={search.kind ?? ''}
        onChange={(kind) => {
          onChange({ ...search, kind });
        }}
      />
      <SelectField
        label={text('ledger.currency')}
        choices={[any, ...currencies.map((value) => ({ value, word: value }))]}
        value={search.currency ?? ''}
        onChange={(currency) => {
          onChange({ ...search, currency });
        }}
      />
      {accounts.size > 1 ? (
        <SelectField
          label={text('payout.account')}
          choices={[any, ...[...accounts].map(([value, word]) => ({ value, word }))]}
          value={search.account ?? ''}
          onChange={(account) => {
            onChange({ ...search, account });
          }}
        />
      ) : null}
    </div>
  );
}

function EntryCells({ id, store }: { readonly id: string; readonly store: RowStore<LedgerRow> }): ReactElement | null {
  const text = useText();
  const entry = useRow(store, id);
  if (!entry) return null;
  const { kind, amount, currency, from, to, occurredAt } = entry;
  return (
    <tr>
      <th scope="row">{text(`ledger.kind.${kind}`)}</th>
      <NumberCell>{formatAmount(amount, currency)}</NumberCell>
      <td>{text('ledger.fromTo', { from: text(`ledger.account.${from}`), to: text(`ledger.account.${to}`) })}</td>
      <LongCell>
        <Subject entry={entry} />
      </LongCell>
      <td>
        <Time at={occurredAt} />
      </td>
    </tr>
  );
}

function Subject({ entry }: { readonly entry: LedgerRow }): ReactElement {
  const text = useText();
  const { subjectType, subjectId, reference, actor } = entry;
  if (subjectType === 'FUNDING') {
    return <>{text('ledger.byActor', { reference: reference ?? '', name: actor ? actorWords(actor) : '' })}</>;
  }
  return (
    <Link to={subjectType === 'ORDER' ? '/orders/$id' : '/payouts/$id'} params={{ id: subjectId }}>
      {text(`find.kind.${subjectType}`)} {subjectId}
    </Link>
  );
}
