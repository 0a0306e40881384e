import { Link } from '@tanstack/react-router';
import { type ReactElement, useCallback, useState } from 'react';
import { useClient, useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useHolds } from '../../api/viewer.js';
import { Button } from '../../design/button.js';
import css from '../../design/detail.module.css';
import { Added, PlainHead } from '../../design/plain-head.js';
import { ListTable } from '../../design/list-table.js';
import { Status } from '../../design/status.js';
import { useRow } from '../../live/row-store.js';
import { useFollowedList } from '../../live/use-followed-list.js';
import { type LiveList, marksOf } from '../../live/use-live-list.js';
import { ExactTime, Time } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import { KEY_TONES } from './key-status.js';
import { type KeyRow, KEYS, OWN_KEY } from './keys-documents.js';
import { NewKeyDialog } from './new-key-dialog.js';
import { OwnKey } from './own-key.js';
import { People } from './people.js';

/** Lists the API keys and the people, with the user's own key. */
export function KeysPage(): ReactElement {
  const text = useText();
  const client = useClient();
  const mayCreate = useHolds('keys:manage');
  const maySeePeople = useHolds('keys:confirm');
  const [isAsking, setIsAsking] = useState(false);
  const [{ data }, readOwn] = useQuery({ query: OWN_KEY });
  const read = useCallback(
    async (after: string | null) => {
      const { data: page, error } = await client.query(KEYS, { after });
      return page?.apiKeys ?? failureOf(error);
    },
    [client],
  );
  const list = useFollowedList(read, ['API_KEY']);
  const own = data?.currentApiKey ? <OwnKey apiKey={data.currentApiKey} onRotated={readOwn} /> : null;
  if (!maySeePeople && !mayCreate) {
    return (
      <>
        <PlainHead title={text('keys.own')} />
        {own}
      </>
    );
  }
  return (
    <>
      <PlainHead
        title={text('keys.title')}
        updates={<Added count={list.added} words={text('list.refresh')} onShow={list.reload} />}
        controls={
          mayCreate ? (
            <Button
              tone="primary"
              onClick={() => {
                setIsAsking(true);
              }}
            >
              {text('keys.create')}
            </Button>
          ) : null
        }
      />
      <ListTable
        label={text('keys.title')}
        columns={[
          text('key.name'),
          text('key.roles'),
          text('key.accounts'),
          text('key.state'),
          text('key.expires'),
          text('key.lastUsed'),
        ]}
        list={list}
        renderRow={(id) => <KeyCells id={id} list={list} />}
        empty={text('keys.none')}
        onClear={null}
      />
      {maySeePeople ? <People /> : null}
      {own}
      {isAsking ? (
        <NewKeyDialog
          onClose={() => {
            setIsAsking(false);
            list.reload();
          }}
        />
      ) : null}
    </>
  );
}

function KeyCells({ id, list }: { readonly id: string; readonly list: LiveList<KeyRow> }): ReactElement | null {
  const text = useText();
  const key = useRow(list.store, id);
  if (!key) return null;
  const { name, prefix, roles, scopes, accounts, status, expiresAt, lastUsedAt } = key;
  return (
    <tr {...marksOf(list, key)}>
      <th scope="row">
        <Link to="/keys/$id" params={{ id }}>
          {name}
        </Link>{' '}
        <span className={css.faint}>{prefix}</span>
      </th>
      <td>
        {roles.length === 0
          ? text('key.scopesOnly', { count: scopes.length })
          : roles.map((role) => text(`key.role.${role}`)).join(', ')}
      </td>
      <td>{accounts.length === 0 ? text('key.allAccounts') : accounts.map((account) => account.name).join(', ')}</td>
      <td>
        <Status tone={KEY_TONES[status]} word={text(`key.status.${status}`)} />
      </td>
      <td>{expiresAt === null ? text('key.never') : <ExactTime at={expiresAt} />}</td>
      <td>{lastUsedAt === null ? text('key.unused') : <Time at={lastUsedAt} />}</td>
    </tr>
  );
}
