import { Link } from '@tanstack/react-router';
import { type ReactElement, useCallback } from 'react';
import { useClient } from 'urql';
import { failureOf } from '../../api/failure.js';
import { ListTable } from '../../design/list-table.js';
import { Status } from '../../design/status.js';
import { useRow } from '../../live/row-store.js';
import { useFollowedList } from '../../live/use-followed-list.js';
import { type LiveList, marksOf } from '../../live/use-live-list.js';
import { ExactTime } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import css from './keys.module.css';
import { PEOPLE, type PersonRow } from './people-documents.js';

export function People(): ReactElement {
  const text = useText();
  const client = useClient();
  const read = useCallback(
    async (after: string | null) => {
      const { data, error } = await client.query(PEOPLE, { after });
      return data?.people ?? failureOf(error);
    },
    [client],
  );
  // Unblocking a person goes through a change request.
  const list = useFollowedList(read, ['CHANGE_REQUEST']);
  return (
    <section className={css.own} aria-label={text('people.title')}>
      <h2>{text('people.title')}</h2>
      <ListTable
        label={text('people.title')}
        columns={[text('person.name'), text('person.firstCame'), text('person.state')]}
        list={list}
        renderRow={(id) => <PersonCells id={id} list={list} />}
        empty={text('people.none')}
        onClear={null}
      />
    </section>
  );
}

function PersonCells({ id, list }: { readonly id: string; readonly list: LiveList<PersonRow> }): ReactElement | null {
  const person = useRow(list.store, id);
  if (!person) return null;
  return (
    <tr {...marksOf(list, person)}>
      <th scope="row">
        <Link to="/people/$id" params={{ id }}>
          {person.name}
        </Link>
      </th>
      <td>
        <ExactTime at={person.createdAt} />
      </td>
      <td>
        <PersonState person={person} />
      </td>
    </tr>
  );
}

export function PersonState({ person }: { readonly person: PersonRow }): ReactElement {
  const text = useText();
  return person.blockedAt === null ? (
    <Status tone="good" word={text('person.mayCome')} />
  ) : (
    <Status tone="bad" word={text('person.blocked')} />
  );
}
